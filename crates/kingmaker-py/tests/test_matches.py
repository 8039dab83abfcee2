"""Matches and experiments come out as those of the program."""

from __future__ import annotations

import pickle
import sqlite3

import pytest

import kingmaker

EXPERIMENT = """
title = "A trial"
seed = 5

[defaults]
games = 6

[[match]]
game = "focus"
players = ["mcts(playouts=20)", "random"]

[[match]]
game = "pig"
players = ["mcts(playouts=20)", "greedy"]
"""


def test_the_bytes_of_a_match_are_those_of_the_program(program, tmp_path):
    for game, players, more in [
        ("focus(players=3)", ["mcts", "greedy"], {"playouts": 30}),
        ("pig", ["mcts", "random"], {"playouts": 20, "random_plies": 2}),
        ("hide-and-seek", ["hider=mcts", "seekers=mcts(c=0.5)"], {"playouts": 20}),
        ("focus", ["mcts", "random"], {"playouts": 20, "sprt": (50, 80)}),
    ]:
        options = ["--seed", "9", "--playouts", str(more["playouts"])]
        if "random_plies" in more:
            options += ["--random-plies", str(more["random_plies"])]
        if "sprt" in more:
            options += ["--sprt", "50:80"]
        else:
            options += ["--games", "8"]
        file = tmp_path / "games.jsonl"
        printed = program("match", game, *players, *options, "--json", "--records", str(file))
        games = None if "sprt" in more else 8
        result = kingmaker.match(game, players, games=games, seed=9, **more)
        assert result.json == printed
        assert sorted(result.record_lines) == sorted(file.read_text().splitlines())
        file.unlink()


def test_a_match_tells_what_it_has_shown():
    result = kingmaker.match("focus(players=2)", ["mcts", kingmaker.player("random")], games=4, playouts=20, jobs=1)
    assert result.games == 4 and len(result.records) == 4
    assert str(result).startswith("focus(players=2), 2 players, seed 1: 4 games\n  mcts: ")
    pandas = pytest.importorskip("pandas")
    frame = result.to_pandas()
    assert isinstance(frame, pandas.DataFrame) and list(frame["name"]) == ["mcts", "random"]
    assert len(result.games_to_pandas()) == 4


def test_what_cannot_be_played_is_refused_with_the_message_of_the_program():
    with pytest.raises(kingmaker.Error, match="player 'mcts' is named twice"):
        kingmaker.match("focus(players=2)", ["mcts", "mcts"])
    with pytest.raises(kingmaker.Error, match="3 different players cannot share 2 seats"):
        kingmaker.match("focus(players=2)", ["mcts", "random", "greedy"])
    with pytest.raises(kingmaker.SpecError, match="limits none of these players"):
        kingmaker.match("focus(players=2)", ["mcts(playouts=3)"], playouts=5)
    with pytest.raises(kingmaker.Error, match="jobs is 0"):
        kingmaker.match("focus(players=2)", ["random"], jobs=0)
    with pytest.warns(UserWarning, match="keeps its own limits"):
        kingmaker.match("focus(players=2)", ["mcts(playouts=3)", "mcts"], games=2, playouts=5)


@pytest.fixture
def experiment(tmp_path):
    path = tmp_path / "trial.toml"
    path.write_text(EXPERIMENT)
    return path


def stored(path) -> list[tuple]:
    """What a store has, but for times."""
    connection = sqlite3.connect(path)
    games = "SELECT game, players, seed, number, record, program FROM game JOIN match ON match = id ORDER BY id, number"
    runs = "SELECT name, choice, experiment FROM run ORDER BY id"
    found = [*connection.execute(games), *connection.execute(runs)]
    connection.close()
    return found


def test_experiments_come_out_as_those_of_the_program(program, experiment, tmp_path):
    printed = program("run", str(experiment), "--json")
    read = kingmaker.read_experiment(experiment)
    assert (read.title, read.games, read.name) == ("A trial", 12, "trial.toml")
    assert [match["game"] for match in read.matches] == ["focus", "pig"]
    result = kingmaker.run(read, tmp_path / "ours.db", jobs=2)
    assert result.json == printed and len(result.matches) == 2 and "A trial" in str(result)
    assert kingmaker.report(read, tmp_path / "ours.db").json == printed
    ours, theirs = stored(tmp_path / "ours.db"), stored(experiment.with_suffix(".db"))
    assert [row[:5] for row in ours] == [row[:5] for row in theirs]
    assert len(result.to_pandas()) == 4 if pytest.importorskip("pandas") else True


def test_games_played_anywhere_become_one_store(experiment, tmp_path):
    read = kingmaker.read_experiment(experiment)
    whole = kingmaker.run(read, tmp_path / "whole.db")
    parts = [kingmaker.play_games(pickle.loads(pickle.dumps(read)), range(first, 12, 3)) for first in range(3)]
    assert parts[0] == kingmaker.play_games(read, range(0, 12, 3), jobs=2)
    assert pickle.loads(pickle.dumps(parts[0])) == parts[0]
    db = tmp_path / "parts.db"
    assert kingmaker.missing_games(read, db) == list(range(12))
    merged = kingmaker.merge_games(read, parts[2] + parts[0], db)
    assert (merged.added, merged.known, merged.missing) == (8, 0, 4)
    assert kingmaker.missing_games(read, db) == [1, 4, 7, 10]
    merged = kingmaker.merge_games(read, parts[1] + parts[0] + parts[1], db)
    assert (merged.added, merged.known, merged.missing) == (4, 4, 0)
    merged = kingmaker.merge_games(read, parts[1], db)
    assert (merged.added, merged.known, merged.other, merged.missing) == (0, 4, [], 0)
    assert kingmaker.report(read, db).json == whole.json
    assert stored(db) == stored(tmp_path / "whole.db")
    # Nothing is left beside the store but its lock.
    assert not list(tmp_path.glob("*incoming*"))


def test_games_that_do_not_go_together_are_refused(experiment, tmp_path):
    read = kingmaker.read_experiment(experiment)
    [game] = kingmaker.play_games(read, [3])
    other = kingmaker.read_experiment(experiment, seed=6)
    with pytest.raises(kingmaker.StoreError, match="game 3 of match 0 is not of this experiment"):
        kingmaker.merge_games(other, [game], tmp_path / "a.db")
    foreign = kingmaker.PlayedGame(0, 3, game.record, 1.0, "kingmaker 9.9")
    with pytest.raises(kingmaker.StoreError, match="is of kingmaker 9.9"):
        kingmaker.merge_games(read, [foreign], tmp_path / "a.db")
    changed = kingmaker.PlayedGame(0, 3, game.record.replace('"plies":', '"plies":1'), 1.0, game.program)
    with pytest.raises(kingmaker.StoreError, match="went in two ways"):
        kingmaker.merge_games(read, [game, changed], tmp_path / "a.db")
    kingmaker.merge_games(read, [game], tmp_path / "a.db")
    with pytest.raises(kingmaker.StoreError):
        kingmaker.merge_games(read, [changed], tmp_path / "a.db")
    with pytest.raises(kingmaker.Error, match="there is no game 12 in this experiment; expected 0 to 11"):
        kingmaker.play_games(read, [12])
    with pytest.raises(kingmaker.SpecError, match="trial.toml"):
        kingmaker.Experiment.parse("game = 3", "trial.toml")
