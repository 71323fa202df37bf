"""Games that begin in a position of your choice."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from support import ALL

import parlour
from parlour import IllegalAction
from parlour.fast import Batch, Duel
from parlour.fast.random_stream import draw, game_key

GAME = parlour.game("resource-war")
LATER = GAME.play(GAME.start(), 3, 1)


@pytest.mark.parametrize("name", ALL)
def test_every_slot_of_a_batch_begins_in_its_own_position_and_goes_on_by_the_rules(name: str) -> None:
    game = parlour.game(name)
    probe = Batch(game, 6, 3)
    probe.step(probe.random_actions())
    states = [probe.state(slot) for slot in range(6)]
    batch = Batch(game, 6, 8)
    batch.reset(states=states)
    assert [batch.state(slot) for slot in range(6)] == states
    assert batch.turns.tolist() == [0] * 6
    actions = batch.random_actions().copy()
    batch.step(actions)
    for slot, state in enumerate(states):
        after = game.play(state, *map(int, actions[slot]))
        assert batch.state(slot) == (game.start() if game.is_over(after) else after)


def test_rows_of_a_table_are_positions_too() -> None:
    space, batch = parlour.states(GAME), Batch(GAME, 4)
    batch.reset(5, states=space.table[[7, 70, 700, 7000]])
    assert [space.number(batch.state(slot)) for slot in range(4)] == [7, 70, 700, 7000]
    batch.reset(states=space.table[70])
    assert [batch.state(slot) for slot in range(4)] == [space.state(70)] * 4
    batch.reset()
    assert batch.state(0) == GAME.start()


def test_a_duel_begins_there_too_and_the_next_game_begins_at_the_start() -> None:
    duel = Duel(GAME, 3, 5, seat=1)
    seen, mask = duel.reset(5, states=LATER)
    assert seen.tolist() == [[*LATER, 1]] * 3
    assert mask.tolist() == [[*(action <= 9 for action in range(11))]] * 3
    first = draw(game_key(5, 0, 2), 0, 8)  # the opponent has 7 points left, and draws as in turn 0
    outcome = duel.step(np.array([0, 0, 4]))
    after = GAME.play(LATER, first, 4)
    assert outcome.observation[2].tolist() == [*after, 1]
    seen, _ = duel.reset(chosen=np.array([False, True, False]), states=[LATER, LATER, GAME.start()])
    assert seen[1].tolist() == [*LATER, 1]
    assert seen[2].tolist() == [*after, 1]
    seen, _ = duel.reset()
    assert seen[0].tolist() == [*GAME.start(), 1]


@pytest.mark.parametrize("opponent", ["table", lambda _, legal, __: legal / legal.sum(1, keepdims=True)])
def test_an_opponent_who_is_to_act_in_the_position_acts(opponent: Any) -> None:
    game = parlour.game("color-capture")
    state = game.play(game.start(), 0)  # the second player's turn
    duel = Duel(game, 2, opponent=parlour.tabulate(game, "perfect") if opponent == "table" else opponent)
    seen, mask = duel.reset(states=state)
    assert mask.tolist() == [[1, 1], [1, 1]]
    for row in seen.tolist():
        assert row[:-1] in ([*game.play(state, None, 0)], [*game.play(state, None, 1)])


@pytest.mark.parametrize(
    ("states", "message"),
    [
        (parlour.game("color-capture").start(), "not a state of Resource War"),
        ([GAME.start()] * 2, "one state, or one for each of the 3 games, in whole numbers: bidding1"),
        ([GAME.start(), GAME.start(), (1, 2)], "one state, or one for each of the 3 games"),
        (np.zeros((3, 9)), "one state, or one for each of the 3 games"),
        (7, "one state, or one for each of the 3 games"),
        ("abc", "one state, or one for each of the 3 games"),
        (GAME.start()._replace(winner=2), "winner=2.*, which is over"),
        (GAME.start()._replace(resource1=-1), "has hidden or impossible values"),
        (np.full(9, 2**40), "has hidden or impossible values"),
    ],
)
def test_positions_are_checked_and_a_wrong_one_changes_nothing(states: Any, message: str) -> None:
    for games in (Batch(GAME, 3), Duel(GAME, 3)):
        games.turns[:] = 5
        with pytest.raises(IllegalAction, match=message):
            games.reset(1, states=states)
        assert games.turns.tolist() == [5, 5, 5]


def test_a_position_without_a_choice_is_refused() -> None:
    game = parlour.game("token-showdown")
    with pytest.raises(IllegalAction, match="leaves a player without a choice"):
        Batch(game, 1).reset(states=game.start()._replace(tokens1=0))


def test_a_table_must_know_the_position() -> None:
    game = parlour.game("resource-war", points=4, target=3)
    duel = Duel(game, 2, opponent=parlour.tabulate(game, "random"))
    with pytest.raises(IllegalAction, match="not in the opponent's table"):
        duel.reset(states=game.start()._replace(bidding1=0, bidding2=0, resource1=2))
