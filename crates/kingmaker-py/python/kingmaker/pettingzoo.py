"""Every game as a PettingZoo environment, in which agents move in turn (AEC).

An observation is a dictionary: ``observation`` is what the agent sees of the board, as numbers; ``text`` is everything it
knows, the bytes of the text of its view; ``action_mask`` has 1 for each legal action. Chance moves by itself. The reward
is the share of the point that an agent gets at the end.
"""

from __future__ import annotations

from typing import Any

import numpy
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv  # type: ignore[import-untyped]

from ._native import Game, State, load_game

Observation = dict[str, Any]

LONGEST_TEXT = 2048
"""Texts of views are filled up with zeros to this length."""


def env(game: Game | str, *, render_mode: str | None = None) -> KingmakerEnv:
    """The environment of a game, or of what a spec such as ``focus(players=3)`` names."""
    return KingmakerEnv(game, render_mode=render_mode)


def _observations(shape: tuple[int, ...], actions: int) -> spaces.Space[Any]:
    return spaces.Dict(
        {
            "observation": spaces.Box(0, numpy.inf, shape, numpy.float32),
            "text": spaces.Box(0, 255, (LONGEST_TEXT,), numpy.uint8),
            "action_mask": spaces.Box(0, 1, (actions,), numpy.int8),
        }
    )


class KingmakerEnv(AECEnv):  # type: ignore[misc]
    """A game whose players are the agents ``player_0``, ``player_1`` and so on."""

    metadata: dict[str, Any] = {"name": "kingmaker", "render_modes": ["ansi", "svg"], "is_parallelizable": False}

    def __init__(self, game: Game | str, *, render_mode: str | None = None) -> None:
        super().__init__()
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise ValueError(f"unknown render mode '{render_mode}'; expected ansi or svg")
        self.game = load_game(game) if isinstance(game, str) else game
        self.render_mode = render_mode
        self.metadata = {**self.metadata, "name": f"kingmaker-{self.game.name}"}
        self.possible_agents = [f"player_{seat}" for seat in range(self.game.num_players())]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        actions = self.game.num_distinct_actions()
        shape = tuple(self.game.observation_tensor_shape())
        # A space has a generator of its own, so each agent has its own spaces.
        self._observation_spaces = {agent: _observations(shape, actions) for agent in self.possible_agents}
        self._action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self._random: numpy.random.Generator | None = None
        self.state_of_game: State = self.game.new_initial_state()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The space of an agent's observations."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The space of an agent's actions."""
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a game. What is dealt and drawn comes from the seed."""
        if seed is not None or self._random is None:
            self._random, _ = seeding.np_random(seed)
        self.state_of_game = self.game.new_initial_state(self._draw())
        self.agents = self.possible_agents[:]
        self.rewards = {agent: 0.0 for agent in self.agents}
        self._cumulative_rewards = {agent: 0.0 for agent in self.agents}
        self.terminations = {agent: False for agent in self.agents}
        self.truncations = {agent: False for agent in self.agents}
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._settle()

    def observe(self, agent: str) -> Observation:
        """What an agent sees, and what it may do if it is to move."""
        view = self.state_of_game.view(self._seats[agent])
        mask = numpy.zeros(self.game.num_distinct_actions(), numpy.int8)
        mask[view.legal_actions()] = 1
        written = str(view).encode()
        if len(written) > LONGEST_TEXT:
            raise ValueError(f"the text of a view has {len(written)} bytes; expected at most {LONGEST_TEXT}")
        text = numpy.frombuffer(written.ljust(LONGEST_TEXT, b"\0"), numpy.uint8)
        board = numpy.array(view.observation_tensor(), numpy.float32)
        return {"observation": board, "text": text, "action_mask": mask}

    def step(self, action: int | None) -> None:
        """The agent that is to move takes an action."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} is to move and takes no action; expected a number")
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.state_of_game.apply_action(int(action))
        self._settle()
        self._accumulate_rewards()

    def render(self) -> str | None:
        """The board in characters, or as SVG. Whoever looks sees everything."""
        if self.render_mode == "ansi":
            return self.state_of_game.picture()
        return self.state_of_game._repr_svg_() if self.render_mode == "svg" else None

    def close(self) -> None:
        """Nothing is open."""

    def _draw(self) -> int:
        assert self._random is not None
        return int(self._random.integers(2**63))

    def _settle(self) -> None:
        """Lets chance happen, and finds out who is to move or what everybody gets."""
        state = self.state_of_game
        while state.is_chance_node():
            state.apply_random_actions(self._draw(), 1)
        if state.is_terminal():
            self.rewards = dict(zip(self.possible_agents, map(float, state.returns()), strict=True))
            self.terminations = {agent: True for agent in self.agents}
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self.possible_agents[state.current_player()]
