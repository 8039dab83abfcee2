"""Players, matches and experiments by name."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Sequence
from os import PathLike
from pathlib import Path

from . import _native
from ._native import Experiment, Game, Player
from ._results import ExperimentResult, MatchResult
from ._rules import OwnPlayer


def player(
    spec: str,
    *,
    playouts: int | None = None,
    plies: int | None = None,
    nodes: int | None = None,
    depth: int | None = None,
    time: float | str | None = None,
) -> Player:
    """The player that a spec such as ``mcts(c=0.3)`` names, and what it may spend on a move.

    Time is milliseconds, or a text such as ``5s``.
    """
    limits = {"playouts": playouts, "plies": plies, "nodes": nodes, "depth": depth, "time": time}
    return _native.player(spec, limits)


def match(
    game: Game | str,
    players: Iterable[str | Player | OwnPlayer],
    *,
    games: int | None = None,
    seed: int = 1,
    jobs: int | None = None,
    playouts: int | None = None,
    plies: int | None = None,
    nodes: int | None = None,
    depth: int | None = None,
    time: float | str | None = None,
    sprt: tuple[float, float] | None = None,
    alpha: float = 0.05,
    beta: float = 0.05,
    openings: Sequence[str] | None = None,
    random_plies: int | None = None,
) -> MatchResult:
    """Lets players play against each other, as ``kingmaker match`` does: the same seed gives the same bytes.

    A player is a spec, a ``Player``, or an object with a method ``choose(view)``. With ``sprt``, two win rates in per
    cent, the match ends as soon as a test of the first player has decided. ``jobs`` is a number of threads; by default
    as many as the machine has, and one if something is written in Python.
    """
    if isinstance(game, str):
        game = _native.load_game(game)
    terms = {
        "games": games,
        "seed": seed,
        "jobs": jobs,
        "sprt": sprt,
        "alpha": alpha,
        "beta": beta,
        "openings": None if openings is None else list(openings),
        "random_plies": random_plies,
    }
    limits = {"playouts": playouts, "plies": plies, "nodes": nodes, "depth": depth, "time": time}
    text, records, notes = _native.play_match(game, list(players), terms, limits)
    for note in notes:
        warnings.warn(note, stacklevel=2)
    return MatchResult(text, records)


def read_experiment(
    path: str | PathLike[str], *, effort: str = "normal", games: int | None = None, seed: int | None = None
) -> Experiment:
    """Reads an experiment file and checks everything in it. ``Experiment.parse`` reads a text."""
    path = Path(path)
    text = path.read_text(encoding="utf-8")
    return Experiment.parse(text, path.name, effort=effort, games=games, seed=seed)


def run(experiment: Experiment, db: str | PathLike[str], *, jobs: int | None = None) -> ExperimentResult:
    """Plays what a store does not have yet, as ``kingmaker run`` does, and tells what came out.

    Rows of the experiment that measure speeds or trees are left to the program.
    """
    return ExperimentResult(experiment.run_json(db, jobs))


def report(experiment: Experiment, db: str | PathLike[str]) -> ExperimentResult:
    """What the games of a store say about an experiment. Nothing is played."""
    return ExperimentResult(experiment.report_json(db))
