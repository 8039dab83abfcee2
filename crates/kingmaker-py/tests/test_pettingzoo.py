"""Every game is a PettingZoo environment."""

from __future__ import annotations

import warnings

import numpy
import pytest
from conftest import GAMES

import kingmaker

pytest.importorskip("pettingzoo")

from pettingzoo.test import api_test, seed_test  # noqa: E402

from kingmaker import pettingzoo  # noqa: E402


@pytest.mark.parametrize("name", GAMES)
def test_the_tests_of_pettingzoo_pass(name):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(pettingzoo.env(name), num_cycles=150)
        seed_test(lambda: pettingzoo.env(name), num_cycles=60)


def test_a_game_by_random_agents_ends_with_its_shares():
    env = pettingzoo.env("focus(players=3)", render_mode="ansi")
    env.reset(seed=4)
    rewards = dict.fromkeys(env.possible_agents, 0.0)
    draws = numpy.random.default_rng(1)
    for agent in env.agent_iter():
        observation, reward, termination, _, _ = env.last()
        rewards[agent] += reward
        text = bytes(observation["text"]).rstrip(b"\0").decode()
        assert text == env.state_of_game.observation_string(int(agent[-1]))
        env.step(None if termination else int(draws.choice(numpy.flatnonzero(observation["action_mask"]))))
    assert list(rewards.values()) == pytest.approx(env.state_of_game.returns()) and sum(rewards.values()) == 1
    assert env.render() == env.state_of_game.picture()


def test_who_is_not_to_move_has_no_actions_and_sees_no_secrets():
    env = pettingzoo.env("hide-and-seek")
    env.reset(seed=1)
    assert not env.observe("player_1")["action_mask"].any() and env.observe("player_0")["action_mask"].any()
    env.step(int(numpy.flatnonzero(env.observe("player_0")["action_mask"])[0]))
    tensors = {tuple(world.observation_tensor(1)) for world, _ in env.state_of_game.view(1).worlds()}
    assert tensors == {tuple(env.observe("player_1")["observation"])}


def test_bad_input_is_refused():
    with pytest.raises(ValueError, match="unknown render mode"):
        pettingzoo.env("pig", render_mode="human")
    env = pettingzoo.env("pig")
    env.reset(seed=1)
    with pytest.raises(kingmaker.IllegalActionError, match="not legal here"):
        env.step(7)
