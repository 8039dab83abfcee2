"""Games and players that are written in Python."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Sequence
from typing import Any, Protocol

from ._native import Game, View


class Rules(ABC):
    """The rules of a game of one's own.

    A state is any value that can be compared and hashed and does not change, such as a tuple. Everybody plays alone and
    knows everything. Besides what follows, rules may have

    - ``chance_outcomes(state)``: pairs of an action and its probability, where ``current_player`` is ``CHANCE``;
    - ``action_to_string(state, action)`` and ``state_to_string(state)``, for people;
    - ``string_to_state(text)``, to read positions back.
    """

    name: str
    """The word that stands for the game: small letters, digits and hyphens."""

    players: int
    """How many play, from 2 to 6."""

    actions: int
    """Actions are numbers below this."""

    longest: int
    """No game takes more plies than this."""

    @abstractmethod
    def start(self) -> Hashable:
        """The state before the first move."""

    @abstractmethod
    def current_player(self, state: Any) -> int:
        """Who is to move, from 0; ``CHANCE``, or ``TERMINAL`` when the game is over."""

    @abstractmethod
    def legal_actions(self, state: Any) -> Iterable[int]:
        """The legal actions of whoever is to move: at least one. Who cannot move is skipped by ``apply``."""

    @abstractmethod
    def apply(self, state: Any, action: int) -> Hashable:
        """The state after an action."""

    @abstractmethod
    def returns(self, state: Any) -> Sequence[float]:
        """What each player gets of one point, once the game is over. Numbers with another sum are scaled to it."""


class OwnPlayer(Protocol):
    """A player of one's own. It may have a ``name``, a ``role`` where it plays only one, and a method
    ``new_game(seat, seed)``, which is told of every game and may return who plays in it.
    """

    def choose(self, view: View) -> int | str:
        """A legal action of the seat whose view this is, or its text."""


def own_game(rules: Rules) -> Game:
    """The game of these rules, for every technique that needs the rules alone."""
    return Game.from_rules(rules)
