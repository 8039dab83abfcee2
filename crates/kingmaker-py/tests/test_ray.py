"""The example for Ray, with a worker that is killed in mid-run. Only where Ray is installed: it is large."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from test_matches import stored

import kingmaker

pytest.importorskip("ray")

EXAMPLE = Path(__file__).parents[3] / "examples" / "cluster" / "ray_campaign.py"

EXPERIMENT = """
[[match]]
game = "focus(players=3)"
players = ["mcts(playouts=300)", "random"]
games = 60

[[match]]
game = "pig"
players = ["mcts(playouts=50)", "greedy"]
games = 60
"""


def parent(pid: int) -> int:
    """Whose child a process is; 0 if it is gone."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    except OSError:
        return 0
    return int(fields[1])


def descends(pid: int, ancestor: int) -> bool:
    while pid > 1 and pid != ancestor:
        pid = parent(pid)
    return pid == ancestor


def playing(driver: int) -> list[int]:
    """The workers of this driver that are at a block."""
    found = []
    for folder in Path("/proc").iterdir():
        try:
            if folder.name.isdigit() and b"ray::play" in (folder / "cmdline").read_bytes():
                found.append(int(folder.name))
        except OSError:
            continue
    return [pid for pid in found if descends(pid, driver)]


def test_a_worker_is_killed_and_every_game_is_played_once(tmp_path):
    file, db = tmp_path / "trial.toml", tmp_path / "ray.db"
    file.write_text(EXPERIMENT)
    command = [sys.executable, str(EXAMPLE), str(file), str(db), "--block", "10"]
    driver = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    killed = 0
    while driver.poll() is None and killed < 2:
        for pid in playing(driver.pid)[:1]:
            os.kill(pid, signal.SIGKILL)
            killed += 1
        time.sleep(0.2)
    told, errors = driver.communicate(timeout=300)
    assert driver.returncode == 0, errors
    assert killed > 0 and " 0 to go" in told
    experiment = kingmaker.read_experiment(file)
    whole = kingmaker.run(experiment, tmp_path / "whole.db")
    assert stored(db) == stored(tmp_path / "whole.db")
    assert kingmaker.report(experiment, db).json == whole.json
    # Ray tells of the killed workers whenever it likes, also behind the table.
    assert str(whole) in told and kingmaker.missing_games(experiment, db) == []
