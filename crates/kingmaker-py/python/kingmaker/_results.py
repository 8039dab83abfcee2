"""What matches and experiments have shown."""

from __future__ import annotations

import json
from importlib import import_module
from typing import Any


class MatchResult:
    """What a match has shown, and its games."""

    def __init__(self, text: str, records: list[str]) -> None:
        self._text = text
        self._records = records
        self.data: dict[str, Any] = json.loads(text)
        """What ``kingmaker match --json`` prints, as Python values."""

    @property
    def json(self) -> str:
        """What ``kingmaker match --json`` prints, to the byte."""
        return self._text

    @property
    def records(self) -> list[dict[str, Any]]:
        """The games, in their order."""
        return [json.loads(record) for record in self._records]

    @property
    def record_lines(self) -> list[str]:
        """The games as ``kingmaker match --records`` writes them, one line each."""
        return list(self._records)

    @property
    def games(self) -> int:
        """How many games were played."""
        return int(self.data["games"])

    @property
    def players(self) -> list[dict[str, Any]]:
        """Each player, and how it fared."""
        return list(self.data["players"])

    def to_pandas(self) -> Any:
        """A row for each player, as a data frame."""
        return _frame(self.players)

    def games_to_pandas(self) -> Any:
        """A row for each game, as a data frame."""
        return _frame([{key: value for key, value in record.items() if key != "moves"} for record in self.records])

    def __str__(self) -> str:
        lines = [f"{self.data['game']}, {self.data['seats']} players, seed {self.data['seed']}: {self.games} games"]
        return "\n".join(lines + _player_lines(self.players))

    def __repr__(self) -> str:
        return f"<kingmaker.MatchResult {self.data['game']}, {self.games} games>"


class ExperimentResult:
    """What an experiment has shown, beside what was published."""

    def __init__(self, text: str) -> None:
        self._text = text
        self.data: dict[str, Any] = json.loads(text)
        """What ``kingmaker run --json`` prints, as Python values."""

    @property
    def json(self) -> str:
        """What ``kingmaker run --json`` prints, to the byte."""
        return self._text

    @property
    def matches(self) -> list[dict[str, Any]]:
        """What each match has shown, in the order of the experiment."""
        return [match for row in self.data["rows"] for match in row.get("matches", [])]

    def to_pandas(self) -> Any:
        """A row for each player of each match, as a data frame."""
        rows = [{"game": match["game"], **player} for match in self.matches for player in match["players"]]
        return _frame(rows)

    def __str__(self) -> str:
        lines = [str(self.data["title"])]
        for match in self.matches:
            lines.append(f"{match['game']}: {match['games']} games")
            lines.extend(_player_lines(match["players"]))
        return "\n".join(lines)

    def __repr__(self) -> str:
        return f"<kingmaker.ExperimentResult '{self.data['title']}'>"


def _player_lines(players: list[dict[str, Any]]) -> list[str]:
    def line(player: dict[str, Any]) -> str:
        rate = player.get("rate")
        return f"  {player['name']}: " + ("-" if rate is None else f"{100 * rate:.1f}%")

    return [line(player) for player in players]


def _frame(rows: list[dict[str, Any]]) -> Any:
    try:
        pandas = import_module("pandas")
    except ImportError as error:
        raise ImportError("a data frame needs pandas; install it with 'pip install pandas'") from error
    return pandas.DataFrame(rows)
