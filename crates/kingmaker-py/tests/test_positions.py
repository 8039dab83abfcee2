"""Positions are those of the program."""

from __future__ import annotations

import json
import random

import pytest
from conftest import GAMES

import kingmaker

MASK = (1 << 64) - 1

# Together 10,000 positions and more.
POSITIONS = 1000


def derived_seed(seed: int, index: int) -> int:
    """The seed of a part, as the program finds it (`derive_seed` in kingmaker-core)."""
    word = (seed ^ ((index + 1) * 0x9E3779B97F4A7C15)) & MASK
    for _ in range(2):
        word = ((word ^ (word >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & MASK
        word ^= word >> 31
    return word


def replayed(game: kingmaker.Game, record: dict) -> int:
    """Plays a recorded game, and compares every position with what the program says. How many there were."""
    state = game.new_initial_state(derived_seed(record["seed"], 0))
    legal = 0
    for move in record["moves"]:
        actions, mask = state.legal_actions(), state.legal_actions_mask()
        assert actions == sorted(set(actions)) == [action for action, bit in enumerate(mask) if bit]
        assert len(mask) == game.num_distinct_actions()
        assert not state.is_terminal() and state.returns() == [0.0] * game.num_players()
        action = state.string_to_action(move["move"])
        assert action in actions and state.action_to_string(action) == move["move"]
        if "seat" in move:
            assert state.current_player() == move["seat"] - 1
            legal += len(actions)
        else:
            outcomes = state.chance_outcomes()
            assert [outcome for outcome, _ in outcomes] == actions
            assert sum(probability for _, probability in outcomes) == pytest.approx(1)
        state.apply_action(action)
    assert state.is_terminal() and state.legal_actions() == [] and not any(state.legal_actions_mask())
    assert legal == record["legal_moves"]
    assert state.returns() == pytest.approx(record["shares"])
    assert [text for _, _, text in state.full_history()] == [move["move"] for move in record["moves"]]
    return len(record["moves"]) + 1


@pytest.mark.parametrize("name", GAMES)
def test_random_positions_are_those_of_the_program(name, program, tmp_path):
    file = tmp_path / "games.jsonl"
    game = kingmaker.load_game(name)
    seen, seed = 0, 1
    while seen < POSITIONS:
        program("match", name, "random", "--games", "3", "--seed", str(seed), "--records", str(file))
        for line in file.read_text().splitlines():
            if seen < POSITIONS:
                seen += replayed(game, json.loads(line))
        file.unlink()
        seed += 1


@pytest.mark.parametrize("name", GAMES)
def test_moves_and_positions_are_those_that_the_program_shows(name, program):
    game, draws = kingmaker.load_game(name), random.Random(name)
    for seed in range(3):
        state = game.new_initial_state()
        state.apply_random_actions(seed, draws.randrange(40))
        if state.is_chance_node():
            continue
        shown = json.loads(program("show", name, "--position", str(state), "--json"))
        assert shown["position"] == str(state)
        assert sorted(shown["legal_moves"]) == sorted(map(state.action_to_string, state.legal_actions()))
        assert (shown["scores"] or [0.0] * game.num_players()) == pytest.approx(state.returns())


def test_views_are_those_that_the_program_shows(program):
    game = kingmaker.load_game("scotland-yard")
    state = game.new_initial_state()
    state.apply_random_actions(5, 9)
    for seat in range(game.num_players()):
        view = state.view(seat)
        shown = json.loads(program("show", "scotland-yard", "--position", str(view), "--as", str(seat + 1), "--json"))
        assert shown["position"] == str(view) == state.observation_string(seat)
        if view.current_player() == seat:
            assert sorted(shown["legal_moves"]) == sorted(map(view.action_to_string, view.legal_actions()))
