"""Games and players that are written in Python."""

from __future__ import annotations

import pickle
import random

import pytest
from tic_tac_toe import Dice, TicTacToe

import kingmaker


def test_a_game_in_python_is_a_game():
    game = kingmaker.own_game(TicTacToe())
    assert (game.num_players(), game.num_distinct_actions()) == (3, 16)
    state = game.new_initial_state()
    assert str(state) == "................ 1" and state.string_to_action("b1") == 1
    state.apply_action("b1")
    assert state.current_player() == 1 and state.history() == [1]
    again = pickle.loads(pickle.dumps(state))
    assert str(again) == str(state) and again.legal_actions() == state.legal_actions()
    state.apply_random_actions(3)
    assert state.is_terminal() and sum(state.returns()) == pytest.approx(1)
    with pytest.raises(kingmaker.IllegalActionError, match="'1' is not legal here|no player is to move"):
        again.apply_action(1)


def test_mcts_plays_tic_tac_toe_for_three():
    game = kingmaker.own_game(TicTacToe())
    state = game.new_initial_state()
    # Two in a row, and it is the turn of whoever has them: there is one thing to do.
    for text in ["b2", "a1", "d1", "c2", "a4", "d4"]:
        state.apply_action(text)
    found = kingmaker.player("mcts", playouts=300).search(state)
    assert state.child(found.action).returns()[0] == 1
    result = kingmaker.match(game, ["mcts", "random"], games=6, playouts=40, seed=2)
    assert result.games == 6 and result.players[0]["wins"] > result.players[1]["wins"]
    assert result.json == kingmaker.match(game, ["mcts", "random"], games=6, playouts=40, seed=2, jobs=2).json


def test_every_technique_that_needs_the_rules_alone_plays_it():
    game = kingmaker.own_game(TicTacToe())
    assert game.players() == ["random", "mcts"]
    for spec in ["mcts(policy=paranoid)", "mcts(playout=mast)", "mcts(solver=standard)", "mcts(select=history)"]:
        assert kingmaker.player(spec, playouts=20).search(game.new_initial_state()).playouts <= 20
    with pytest.raises(kingmaker.PlayerError, match="needs static move ordering"):
        kingmaker.player("greedy").search(game.new_initial_state())


def test_chance_in_a_game_of_ones_own():
    game = kingmaker.own_game(Dice())
    assert game.has_chance
    played = game.random_playouts(400)
    # The first wins with probability 1/2 + 1/8, and half of 1/16 is a draw.
    assert played.returns[0] / 400 == pytest.approx(0.65625, abs=0.1)
    assert kingmaker.player("mcts", playouts=50).search(game.new_initial_state()).text == "0"


class Broken(TicTacToe):
    def __init__(self, **methods):
        self.__dict__.update(methods)


def fail(*_):
    raise RuntimeError("out of order")


@pytest.mark.parametrize("method", ["start", "current_player", "legal_actions", "apply", "returns"])
def test_what_goes_wrong_in_a_game_is_raised(method, capfd):
    game = kingmaker.own_game(Broken(**{method: fail}))
    for _ in range(2):
        with pytest.raises(RuntimeError, match="out of order"):
            kingmaker.match(game, ["mcts", "random"], games=3, playouts=10, jobs=2)
    with pytest.raises(RuntimeError, match="out of order"):
        state = game.new_initial_state()
        state.apply_random_actions(1)
        state.returns()
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize(
    ("methods", "message"),
    [
        ({"legal_actions": lambda state: []}, "legal_actions gave none"),
        ({"legal_actions": lambda state: [99]}, "legal_actions gave action 99; expected 0 to 15"),
        ({"current_player": lambda state: 3}, "current_player gave 3; expected 0 to 2 or TERMINAL"),
        ({"returns": lambda state: [1.0]}, "returns gave .*; expected 3 numbers"),
    ],
)
def test_what_rules_get_wrong_is_told(methods, message):
    game = kingmaker.own_game(Broken(**methods))
    with pytest.raises(kingmaker.Error, match=message):
        game.random_playouts(1)


def test_rules_are_checked_before_the_first_game():
    for attribute, value, message in [
        ("players", 9, "'players' of tic-tac-toe-for-three is 9; expected 2 to 6"),
        ("name", "Tic Tac", "is no name of a game"),
        ("actions", 0, "expected 1 to"),
    ]:
        with pytest.raises(kingmaker.Error, match=message):
            kingmaker.own_game(Broken(**{attribute: value}))


class Chooser:
    """Plays at random, and looks only at what it may."""

    name = "chooser"

    def __init__(self) -> None:
        self.seats: list[int] = []
        self.random = random.Random(1)

    def new_game(self, seat: int, seed: int) -> None:
        self.seats.append(seat)

    def choose(self, view: kingmaker.View) -> int | str:
        assert isinstance(view, kingmaker.View) and view.current_player() == view.seat
        action = self.random.choice(view.legal_actions())
        return action if self.random.random() < 0.5 else view.action_to_string(action)


def test_a_player_in_python_plays_in_matches():
    for spec in ["focus(players=3)", "pig", "hide-and-seek"]:
        chooser = Chooser()
        result = kingmaker.match(spec, [chooser, "random"], games=6)
        assert result.games >= 6 and {player["name"] for player in result.players} == {"chooser", "random"}
        assert not result.data["reproducible"] and len(chooser.seats) >= 6
    result = kingmaker.match(kingmaker.own_game(TicTacToe()), [Chooser(), "mcts"], games=6, playouts=30)
    assert result.players[1]["wins"] > result.players[0]["wins"]


class Thinker:
    """Asks a search of ours what to do, and looks ahead in a world that it holds possible."""

    name = "thinker"

    def choose(self, view: kingmaker.View) -> int:
        world = view.sample(3)
        assert world.legal_actions() == view.legal_actions()
        return kingmaker.player("mcts", playouts=30).search(view).action


def test_a_player_in_python_may_search():
    for spec in ["focus(players=2)", "hide-and-seek"]:
        result = kingmaker.match(spec, [Thinker(), "random"], games=4, jobs=2)
        assert result.games >= 4 and result.players[0]["wins"] > result.players[1]["wins"]


def test_a_player_in_python_may_have_one_role():
    hider = Thinker()
    hider.role = "hider"  # type: ignore[attr-defined]
    result = kingmaker.match("hide-and-seek", [hider, "seekers=random"], games=4)
    assert [player["name"] for player in result.players] == ["hider=thinker", "seekers=random"]
    hider.role = "hidder"  # type: ignore[attr-defined]
    with pytest.raises(kingmaker.PlayerError, match="unknown role 'hidder'; did you mean 'hider'"):
        kingmaker.match("hide-and-seek", [hider, "seekers=random"], games=4)


def test_what_goes_wrong_in_a_player_is_raised():
    chooser = Chooser()
    chooser.choose = fail  # type: ignore[method-assign]
    with pytest.raises(RuntimeError, match="out of order"):
        kingmaker.match("focus", [chooser, "random"], games=100, jobs=2)
    chooser.choose = lambda view: 12345  # type: ignore[method-assign]
    with pytest.raises(kingmaker.PlayerError, match="player 'chooser' chose 12345, which is not legal in position"):
        kingmaker.match("focus", [chooser, "random"], games=100)
    with pytest.raises(kingmaker.Error, match="is no player; expected a spec, a Player"):
        kingmaker.match("focus", [3, "random"])  # type: ignore[list-item]
    chooser = Chooser()
    chooser.new_game = fail  # type: ignore[method-assign]
    with pytest.raises(RuntimeError, match="out of order"):
        kingmaker.match("focus", [chooser, "random"], games=2)
