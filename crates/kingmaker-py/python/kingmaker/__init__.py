"""Kingmaker: a workbench for search in games with more than two players.

Games and players are named by specs, such as ``focus(players=3)`` and ``mcts(c=0.3)``. Players are numbered from 0, as in
OpenSpiel; what the program prints counts them from 1.
"""

from __future__ import annotations

from . import _processor

_processor.choose()

from ._native import (  # noqa: E402
    CHANCE,
    PROGRAM,
    TERMINAL,
    Candidate,
    Error,
    Experiment,
    Game,
    IllegalActionError,
    Merged,
    PlayedGame,
    Player,
    PlayerError,
    Playouts,
    SearchResult,
    SpecError,
    State,
    StoreError,
    View,
    games,
    load_game,
    merge_games,
    missing_games,
    play_games,
    players,
)
from ._play import match, player, read_experiment, report, run
from ._results import ExperimentResult, MatchResult
from ._rules import OwnPlayer, Rules, own_game

__version__ = PROGRAM.split()[1]

__all__ = [
    "CHANCE",
    "PROGRAM",
    "TERMINAL",
    "Candidate",
    "Error",
    "Experiment",
    "ExperimentResult",
    "Game",
    "IllegalActionError",
    "MatchResult",
    "Merged",
    "OwnPlayer",
    "PlayedGame",
    "Player",
    "PlayerError",
    "Playouts",
    "Rules",
    "SearchResult",
    "SpecError",
    "State",
    "StoreError",
    "View",
    "games",
    "load_game",
    "match",
    "merge_games",
    "missing_games",
    "own_game",
    "play_games",
    "player",
    "players",
    "read_experiment",
    "report",
    "run",
]
