"""Tic-tac-toe for three on a board of 4 x 4: whoever has three in a row wins."""

from __future__ import annotations

import kingmaker

SIZE = 4
LINES = [
    tuple((row + step * down) * SIZE + column + step * right for step in range(3))
    for down, right in [(0, 1), (1, 0), (1, 1), (1, -1)]
    for row in range(SIZE)
    for column in range(SIZE)
    if row + 2 * down < SIZE and 0 <= column + 2 * right < SIZE
]


class TicTacToe(kingmaker.Rules):
    name = "tic-tac-toe-for-three"
    players = 3
    actions = SIZE * SIZE
    longest = SIZE * SIZE

    def start(self):
        return ("." * SIZE * SIZE, 0)

    def current_player(self, state):
        board, mover = state
        return kingmaker.TERMINAL if self.winner(board) is not None or "." not in board else mover

    def legal_actions(self, state):
        return [cell for cell, owner in enumerate(state[0]) if owner == "."]

    def apply(self, state, action):
        board, mover = state
        return (board[:action] + "XOZ"[mover] + board[action + 1 :], (mover + 1) % 3)

    def returns(self, state):
        winner = self.winner(state[0])
        return [1 / 3] * 3 if winner is None else [float(seat == winner) for seat in range(3)]

    def winner(self, board):
        for line in LINES:
            owners = {board[cell] for cell in line}
            if len(owners) == 1 and owners != {"."}:
                return "XOZ".index(owners.pop())
        return None

    def action_to_string(self, state, action):
        return "abcd"[action % SIZE] + str(action // SIZE + 1)

    def state_to_string(self, state):
        return f"{state[0]} {state[1] + 1}"


class Dice(kingmaker.Rules):
    """Everybody rolls a coin once, by an action; the first who has heads wins."""

    name = "coins"
    players = 2
    actions = 3
    longest = 8

    def start(self):
        return (0, 0, None)

    def current_player(self, state):
        mover, rolling, winner = state
        if winner is not None or mover == 4:
            return kingmaker.TERMINAL
        return kingmaker.CHANCE if rolling else mover % 2

    def legal_actions(self, state):
        return [0]

    def chance_outcomes(self, state):
        return [(1, 0.5), (2, 0.5)]

    def apply(self, state, action):
        mover, _, _ = state
        if action == 0:
            return (mover, 1, None)
        return (mover + 1, 0, mover % 2 if action == 1 else None)

    def returns(self, state):
        return [0.5, 0.5] if state[2] is None else [float(seat == state[2]) for seat in range(2)]
