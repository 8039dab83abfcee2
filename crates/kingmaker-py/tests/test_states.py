"""States, views and games as Python values."""

from __future__ import annotations

import copy
import pickle

import pytest
from conftest import GAMES

import kingmaker


def some_state(game: kingmaker.Game, seed: int = 7, plies: int = 12) -> kingmaker.State:
    state = game.new_initial_state(seed)
    state.apply_random_actions(seed, plies)
    return state


def test_games_and_players_are_listed():
    assert {"focus", "pig", "scotland-yard"} <= set(GAMES)
    names = [player["name"] for player in kingmaker.players()]
    assert {"mcts", "random", "greedy", "paranoid"} <= set(names)
    focus = kingmaker.load_game("focus", players=3)
    assert focus.spec == "focus(players=3)" and focus.num_players() == 3
    assert "mcts" in focus.players() and focus.min_utility() == 0 and focus.max_utility() == 1


def test_states_are_pickled_copied_and_compared(game):
    state = some_state(game)
    for again in (pickle.loads(pickle.dumps(state)), copy.copy(state), copy.deepcopy(state), state.clone()):
        assert again == state and again.key() == state.key() and str(again) == str(state)
        assert again.history() == state.history() and again.legal_actions() == state.legal_actions()
    assert game.state_from_string(str(state)) == state
    assert pickle.loads(pickle.dumps(game)) == game and hash(game) == hash(state.get_game())
    if not state.is_terminal():
        child = state.child(state.legal_actions()[0])
        assert child != state and child.move_number() == state.move_number() + 1
    assert state != kingmaker.load_game("pig" if game.name != "pig" else "focus").new_initial_state()
    with pytest.raises(TypeError):
        hash(state)


def test_views_are_pickled_and_hold_what_a_seat_knows(game):
    state = some_state(game)
    for seat in range(game.num_players()):
        view = state.view(seat)
        assert pickle.loads(pickle.dumps(view)) == view and view.seat == seat
        assert view == view.sample(3).view(seat)
        worlds = view.worlds()
        assert sum(weight for _, weight in worlds) == pytest.approx(1)
        assert all(world.view(seat) == view for world, _ in worlds[:5])
        assert len(worlds) == 1 or game.has_secrets
        is_mover = state.current_player() == seat
        assert view.legal_actions() == (state.legal_actions() if is_mover else [])
        assert len(view.observation_tensor()) == game.observation_tensor_shape()[0]


def test_a_seat_does_not_see_the_hider():
    game = kingmaker.load_game("hide-and-seek")
    state = game.new_initial_state()
    state.apply_action(state.legal_actions()[0])
    worlds = state.view(1).worlds()
    assert len(worlds) > 1 and any(world == state for world, _ in worlds)
    assert len({str(world.view(1)) for world, _ in worlds}) == 1
    seen = [text for _, _, text in state.full_history(1)]
    assert seen != [text for _, _, text in state.full_history()]


def test_pictures():
    state = kingmaker.load_game("focus").new_initial_state()
    assert state._repr_svg_().startswith("<svg") and state.view(0)._repr_svg_() == state._repr_svg_()
    assert "a" in state.picture()


def test_names_of_open_spiel():
    state = kingmaker.load_game("pig").new_initial_state()
    roll = state.string_to_action("roll")
    assert state.action_to_string(state.current_player(), roll) == "roll" == state.action_to_string(roll)
    assert state.string_to_action(0, "roll") == roll
    assert state.legal_actions(1) == [] and state.legal_actions(0) == state.legal_actions()
    state.apply_action(roll)
    assert state.is_chance_node() and state.current_player() == kingmaker.CHANCE
    assert state.chance_outcomes() == [(action, pytest.approx(1 / 6)) for action in state.legal_actions()]
    state.apply_random_actions(1)
    assert state.is_terminal() and state.current_player() == kingmaker.TERMINAL
    assert sum(state.returns()) == pytest.approx(1) and state.player_return(0) == state.returns()[0]


def test_what_is_not_possible_is_refused_with_the_message_of_the_program():
    state = kingmaker.load_game("pig").new_initial_state()
    before = state.clone()
    for action in (77, -1):
        with pytest.raises(kingmaker.IllegalActionError, match="not legal here; expected one of the 2 legal moves|only"):
            state.apply_action(action)
    with pytest.raises(ValueError, match="'jump' is not understood; expected"):
        state.apply_action("jump")
    assert state == before
    with pytest.raises(kingmaker.SpecError, match="did you mean 'focus'"):
        kingmaker.load_game("fokus")
    with pytest.raises(kingmaker.SpecError, match="did you mean 'mcts'"):
        kingmaker.player("mtcs")
    with pytest.raises(kingmaker.Error, match="there is no seat 9 in pig; expected 0 to"):
        state.view(9)
    with pytest.raises(kingmaker.Error, match="it is not the turn of chance"):
        state.chance_outcomes()
    with pytest.raises(kingmaker.SpecError, match="playouts is 0"):
        kingmaker.player("mcts", playouts=0)


def test_playouts_in_a_batch():
    game = kingmaker.load_game("focus(players=3)")
    played = game.random_playouts(50, seed=3)
    assert played.playouts == 50 and played.plies > 500 and sum(played.returns) == pytest.approx(50)
    assert game.random_playouts(50, seed=3).returns == played.returns
    with pytest.raises(kingmaker.Error, match="has no playouts 'clever'; expected one of random"):
        game.random_playouts(1, strategy="clever")
