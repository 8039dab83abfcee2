"""What the tests share: the program, which plays the same games, and every game."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

import kingmaker

ROOT = Path(__file__).parents[3]
PROGRAM = os.environ.get("KINGMAKER", str(ROOT / "target" / "debug" / "kingmaker"))
GAMES = [game["name"] for game in kingmaker.games()]


def run_program(*arguments: str) -> str:
    """What the program prints."""
    done = subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture
def program():
    if not Path(PROGRAM).exists():
        pytest.fail(f"there is no program {PROGRAM}; build it with 'cargo build', or name it in the variable KINGMAKER")
    return run_program


@pytest.fixture(params=GAMES)
def game(request):
    return kingmaker.load_game(request.param)
