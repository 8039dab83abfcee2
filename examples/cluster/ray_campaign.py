"""An experiment on a Ray cluster: workers play, one process keeps the games.

    python ray_campaign.py experiment.toml experiment.db --block 20

Blocks of games go to whoever is free. A block whose worker dies is played again, up to `--retries` times; as the same
numbers give the same games, nothing comes twice. What is in the store already is not played. Every block is merged as
soon as it comes, so that a driver that is killed goes on where it stopped.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import ray

import kingmaker


@ray.remote
def play(experiment: kingmaker.Experiment, numbers: list[int], program: str) -> list[kingmaker.PlayedGame]:
    """Plays a block of games, with the same program as the driver."""
    if kingmaker.PROGRAM != program:
        raise RuntimeError(f"this worker has {kingmaker.PROGRAM}, and the driver {program}; expected the same")
    return kingmaker.play_games(experiment, numbers)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("experiment", type=Path)
    options.add_argument("db", type=Path)
    options.add_argument("--block", type=int, default=20, help="games that go to a worker at once")
    options.add_argument("--retries", type=int, default=3, help="how often a block is played again if its worker dies")
    options.add_argument("--address", help="the Ray cluster; without it, one is started on this machine")
    chosen = options.parse_args()
    experiment = kingmaker.read_experiment(chosen.experiment)
    ray.init(address=chosen.address, log_to_driver=False, include_dashboard=False)
    numbers = kingmaker.missing_games(experiment, chosen.db)
    blocks = [numbers[first : first + chosen.block] for first in range(0, len(numbers), chosen.block)]
    task = play.options(max_retries=chosen.retries)
    waiting = [task.remote(experiment, block, kingmaker.PROGRAM) for block in blocks]
    while waiting:
        done, waiting = ray.wait(waiting)
        merged = kingmaker.merge_games(experiment, ray.get(done[0]), chosen.db)
        print(f"{merged.added} games more, {merged.missing} to go", flush=True)
    print(kingmaker.report(experiment, chosen.db))


if __name__ == "__main__":
    main()
