"""The worked example of each rulebook with its numbers."""

from __future__ import annotations

from typing import Any

from support import played

import parlour

FORTIFY, ATTACK, REST, LEFT, RIGHT = 0, 1, 0, 0, 1


def test_the_worked_example_of_token_tactics() -> None:
    game = parlour.game("token-tactics")
    match = played(game)
    reserves: list[tuple[int, int]] = []

    def turn(*turns: tuple[int, ...]) -> None:
        for choices in turns:
            match.play(*choices)
        state: Any = match.state
        reserves.append((state.reserve1, state.reserve2))

    turn((FORTIFY,))
    turn((ATTACK,), (2, 3))
    turn((ATTACK,), (5, 4))
    turn((ATTACK,), (0, 3))
    turn((FORTIFY,))
    assert not game.is_over(match.state)
    turn((ATTACK,), (2, 3))
    assert reserves == [(11, 10), (8, 8), (4, 3), (1, 3), (2, 3), (0, 1)]
    assert game.winner(match.state) == 1


def test_the_worked_example_of_token_showdown() -> None:
    game = parlour.game("token-showdown")
    state: Any = game.start()
    table = []
    for bid_a, bid_b in [(10, 15), (20, 25), (35, 10), (15, 15), (20, 5)]:
        assert not game.is_over(state)
        state = game.play(state, bid_a, bid_b)
        table.append((state.tokens1, state.tokens2, state.points1, state.points2))
    assert table == [(90, 85, 0, 1), (70, 60, 0, 2), (35, 50, 1, 2), (20, 35, 1, 2), (0, 30, 2, 2)]
    assert game.winner(state) == 1  # player A cannot bid in round 6


def test_the_worked_example_of_tower_siege() -> None:
    game = parlour.game("tower-siege")
    match = played(game, 3, 3)
    state: Any = match.state
    assert (state.position1, state.position2, game.to_act(state)) == (3, 3, (0, 1))
    match.play(4, 5)
    state = match.state
    assert (state.position1, state.position2) == (0, 3)
    assert (state.hand1, state.hand2) == (0b10111, 0b01111)
    assert game.to_act(state) == (0,)
    match.play(REST)
    state = match.state
    assert state.hand1 == 0b11111
    positions = []
    for move in (2, 3, 3, 3, 2):
        assert not game.is_over(match.state)
        match.play(move)
        state = match.state
        positions.append((state.position1, state.position2))
    assert positions == [(0, 5), (3, 5), (3, 8), (6, 8), (6, 10)]
    assert game.winner(match.state) == 1


def test_the_worked_example_of_color_capture() -> None:
    game = parlour.game("color-capture")
    match = played(game)
    picks = [RIGHT, LEFT, LEFT, RIGHT, RIGHT, LEFT, LEFT, RIGHT, LEFT, LEFT]
    collections = []
    for pick in picks:
        assert not game.is_over(match.state)
        match.play(pick)
        s: Any = match.state
        collections.append(((s.red1, s.blue1, s.green1), (s.red2, s.blue2, s.green2)))
    assert collections == [
        ((0, 0, 1), (0, 0, 0)),
        ((0, 0, 1), (1, 0, 0)),
        ((0, 1, 1), (1, 0, 0)),
        ((0, 1, 1), (1, 1, 0)),
        ((1, 1, 1), (1, 1, 0)),
        ((1, 1, 1), (1, 1, 1)),
        ((2, 1, 1), (1, 1, 1)),
        ((2, 1, 1), (1, 1, 2)),
        ((2, 2, 1), (1, 1, 2)),
        ((2, 2, 1), (1, 1, 3)),
    ]
    last: Any = match.state
    assert last.remaining == 5
    assert game.winner(last) == 1


def test_the_worked_example_of_resource_war() -> None:
    game = parlour.game("resource-war")
    state: Any = game.start()
    scores = []
    for bids in [(3, 2), (4, 5), (2, 3), (1, 0)]:
        assert not game.is_over(state)
        state = game.play(state, *bids)
        scores.append((state.resource1, state.bidding1, state.resource2, state.bidding2))
    assert scores == [(1, 7, 0, 8), (1, 3, 1, 3), (1, 1, 2, 0), (2, 0, 2, 0)]
    assert (state.rounds_won1, state.rounds_won2, state.last_won) == (2, 2, 1)
    assert game.winner(state) == 0
