"""Searches: what they find, and how they behave among threads and signals."""

from __future__ import annotations

import json
import os
import pickle
import signal
import threading
import time

import pytest

import kingmaker


def test_a_search_finds_what_the_program_finds(program):
    printed = json.loads(program("analyze", "focus(players=3)", "mcts", "--playouts", "200", "--seed", "5", "--json"))
    game = kingmaker.load_game("focus(players=3)")
    found = kingmaker.player("mcts", playouts=200).search(game.new_initial_state(5), seed=5)
    assert (found.text, found.line, found.playouts) == (printed["best"], printed["line"], printed["playouts"])
    ours = [(candidate.text, candidate.visits) for candidate in found.candidates]
    assert ours == [(candidate["move"], candidate["visits"]) for candidate in printed["candidates"]]
    first = found.candidates[0]
    assert first.action == found.action and first.shares == pytest.approx(printed["candidates"][0]["shares"], abs=1e-5)
    assert found.seat == 0 and found.stop == printed["stop"] and found.depth == printed["depth"]


def test_a_view_is_enough_for_a_search():
    state = kingmaker.load_game("hide-and-seek").new_initial_state()
    state.apply_random_actions(1, 1)
    seeker = kingmaker.player("mcts", playouts=100)
    found = seeker.search(state, state.current_player())
    assert found.action in state.legal_actions()
    again = seeker.search(state.view(state.current_player()))
    assert again.action in state.legal_actions() and again.seat == found.seat
    with pytest.raises(kingmaker.Error, match="only who is to move thinks about a move"):
        seeker.search(state, 0)
    with pytest.raises(kingmaker.Error, match="only who is to move thinks about a move"):
        seeker.search(state.view(0))


def test_a_player_that_cannot_play_says_why():
    state = kingmaker.load_game("hide-and-seek").new_initial_state()
    state.apply_random_actions(1, 1)
    with pytest.raises(kingmaker.PlayerError, match="cannot play hide-and-seek"):
        kingmaker.player("alphabeta").search(state)
    over = kingmaker.load_game("pig").new_initial_state()
    over.apply_random_actions(1)
    with pytest.raises(kingmaker.Error, match="the game is over here"):
        kingmaker.player("mcts").search(over)


def test_players_are_pickled():
    player = kingmaker.player("mcts(c=0.5)", playouts=70)
    assert pickle.loads(pickle.dumps(player)) == player
    assert (player.spec, player.budget) == ("mcts(c=0.5)", "playouts=70")


def test_other_threads_go_on_during_a_search():
    state = kingmaker.load_game("focus").new_initial_state()
    steps, is_over = 0, threading.Event()

    def count() -> None:
        nonlocal steps
        while not is_over.is_set():
            steps += 1
            time.sleep(0.001)

    thread = threading.Thread(target=count)
    thread.start()
    kingmaker.player("mcts", time="400ms").search(state)
    counted = steps
    is_over.set()
    thread.join()
    assert counted > 20


@pytest.mark.parametrize("what", ["search", "match", "playouts"])
def test_an_interrupt_ends_what_takes_long(what):
    game = kingmaker.load_game("focus")
    # Whoever is started in the background of a script ignores interrupts.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    begun = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        if what == "search":
            kingmaker.player("mcts", time="60s").search(game.new_initial_state())
        elif what == "match":
            kingmaker.match(game, ["mcts", "greedy"], games=10**6, playouts=1000)
        else:
            game.random_playouts(10**10)
    assert time.monotonic() - begun < 5
