"""Batches, compared slot by slot with the interpreter."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from support import ALL, variants

import parlour
from parlour import IllegalAction, ParlourError
from parlour.fast import Batch, random_game
from parlour.fast.devices import Cpu
from parlour.games.game import Game


def code(game: Game, state: Any) -> int:
    return sum(1 << player for player in game.to_act(state))


def follow(game: Game, size: int, steps: int, seed: int) -> None:
    """Steps a batch with random actions and compares everything it returns with the interpreter."""
    batch = Batch(game, size, seed, max_turns=50)
    games, turns = list(range(size)), [0] * size
    states = [game.start() for _ in range(size)]
    for _ in range(steps):
        actions, legal, actors = batch.random_actions(), batch.legal, batch.to_act
        for slot in range(size):
            state = states[slot]
            assert batch.state(slot) == state
            assert actors[slot] == code(game, state)
            for player in (0, 1):
                assert tuple(np.flatnonzero(legal[slot, player])) == game.actions(state, player)
            assert tuple(batch.observation(0)[slot]) == tuple(game.shown(state))
            expected = random_game(game, games[slot], seed, max_turns=50).turns[turns[slot]].both
            for player in game.to_act(state):
                assert actions[slot, player] == expected[player]
        batch.step(actions)
        for slot in range(size):
            state = game.play(states[slot], int(actions[slot, 0]), int(actions[slot, 1]))
            turns[slot] += 1
            assert tuple(batch.rewards[slot]) == game.returns(state)
            assert batch.terminated[slot] == game.is_over(state)
            assert batch.truncated[slot] == (not game.is_over(state) and turns[slot] == 50)
            if batch.terminated[slot] or batch.truncated[slot]:
                state, turns[slot], games[slot] = game.start(), 0, games[slot] + size
            states[slot] = state


@pytest.mark.untraced
@pytest.mark.parametrize("name", ALL)
def test_a_batch_plays_the_same_games_as_the_interpreter(name: str) -> None:
    follow(parlour.game(name), size=7, steps=60, seed=3)


@settings(max_examples=25, deadline=None)
@given(variants())
def test_a_batch_of_any_variant_plays_the_same_games_as_the_interpreter(game: Game) -> None:
    follow(game, size=3, steps=25, seed=2**33 + 1)


@pytest.mark.parametrize("name", ALL)
def test_the_number_of_threads_makes_no_difference(name: str) -> None:
    game = parlour.game(name)
    one, many = Batch(game, 20_000, 1, threads=1), Batch(game, 20_000, 1, threads=3)
    for _ in range(12):
        for batch in (one, many):
            batch.step(batch.random_actions())
    assert (one.table == many.table).all()
    assert (one.restarts == many.restarts).all()
    assert one.restarts.max() > 0


def test_hidden_resource_points_are_not_observed() -> None:
    batch = Batch(parlour.game("resource-war", hidden=True), 100, 1)
    for _ in range(3):
        for player in (0, 1):
            seen = batch.observation(player)
            assert (seen[:, batch.fields.index("resource1")] == -1).all()
        batch.step(batch.random_actions())


def test_an_illegal_action_raises_and_changes_nothing() -> None:
    batch = Batch(parlour.game("token-showdown"), 10_000, 1)
    actions = batch.random_actions().copy()
    actions[9_876, 1] = 101
    before = batch.table.copy()
    with pytest.raises(IllegalAction, match="slot 9876, player 1 cannot choose 101; allowed: 1 to 100"):
        batch.step(actions)
    assert (batch.table == before).all()
    assert (batch.turns == 0).all()


@pytest.mark.parametrize("action", [-1, 0, 101, 2**31 - 1, -(2**31)])
def test_an_illegal_action_can_forfeit_the_game(action: int) -> None:
    batch = Batch(parlour.game("token-showdown"), 4, 1, illegal="forfeit")
    actions = np.full((4, 2), 1, np.int32)
    actions[1, 0] = actions[2, 1] = action
    actions[3] = action
    batch.step(actions)
    assert batch.rewards.tolist() == [[0, 0], [-1, 1], [1, -1], [0, 0]]
    assert batch.terminated.tolist() == [False, True, True, True]
    assert batch.restarts.tolist() == [0, 1, 1, 1]


def test_legal_actions_with_gaps_are_checked_one_by_one() -> None:
    game = parlour.game("tower-siege")
    batch = Batch(game, 1, 1)
    batch.table[0] = game.start()._replace(position1=3, position2=3, battle=1, hand1=0b10101)
    for card in range(7):
        actions = np.array([[card, 1]], np.int32)
        if card in (1, 3, 5):
            assert batch.legal[0, 0, card]
        else:
            with pytest.raises(IllegalAction, match="allowed: 1, 3, 5"):
                batch.step(actions)


def test_without_restart_finished_games_stay_finished() -> None:
    game = parlour.game("tower-siege", tower=1)
    batch = Batch(game, 2, restart=False)
    batch.step(np.array([[1, 0], [0, 0]]))
    assert batch.to_act.tolist() == [0, 2]
    assert batch.terminated.tolist() == [True, False]
    batch.step(np.array([[99, 99], [0, 1]]))
    assert batch.rewards.tolist() == [[0, 0], [-1, 1]]
    batch.reset()
    assert batch.to_act.tolist() == [1, 1]


def test_arrays_are_reused_unless_fresh() -> None:
    game = parlour.game("resource-war")
    for fresh in (False, True):
        batch = Batch(game, 5, fresh=fresh)
        kept = [batch.legal, batch.to_act, batch.observation(0), batch.random_actions(), batch.rewards]
        batch.step(batch.random_actions())
        now = [batch.legal, batch.to_act, batch.observation(0), batch.random_actions(), batch.rewards]
        assert [one is other for one, other in zip(kept, now, strict=True)] == [not fresh] * 5


@pytest.mark.parametrize("size", [0, 1])
def test_the_smallest_batches(size: int) -> None:
    batch = Batch(parlour.game("tower-siege"), size)
    batch.step(batch.random_actions())
    assert batch.legal.shape == (size, 2, 6)


def test_ten_million_games() -> None:
    batch = Batch(parlour.game("color-capture"), 10_000_000)
    batch.step(batch.random_actions())
    assert batch.table.nbytes == 10 * 10_000_000  # ten fields of a byte
    assert batch.nbytes == 10_000_000 * (10 + 4 + 4 + 8 + 2 + 8)  # states, turns, restarts, rewards, flags, actions


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"size": -1}, "size must be a whole number of at least 0"),
        ({"size": 2**40}, "size must be less than"),
        ({"size": 2**31 - 1}, "does not fit in memory"),
        ({"size": 1, "illegal": "ignore"}, "illegal must be 'raise' or 'forfeit'"),
        ({"size": 1, "device": "cuda"}, "device"),
    ],
)
def test_bad_arguments_raise(arguments: dict[str, Any], message: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if arguments["size"] == 2**31 - 1:
        monkeypatch.setattr(Cpu, "zeros", staticmethod(out_of_memory))
    with pytest.raises(ParlourError, match=message):
        Batch(parlour.game("tower-siege"), **arguments)


def out_of_memory(*_: object) -> None:
    raise MemoryError


@pytest.mark.parametrize("actions", [np.zeros((2, 3), int), np.zeros((3, 2)), np.zeros((3, 2), bool), np.zeros(6, int)])
def test_actions_of_the_wrong_shape_or_type_raise(actions: Any) -> None:
    with pytest.raises(IllegalAction, match=r"whole numbers of shape \(3, 2\)"):
        Batch(parlour.game("resource-war"), 3).step(actions)


def test_actions_beyond_32_bits_raise() -> None:
    with pytest.raises(IllegalAction, match="32 bits"):
        Batch(parlour.game("resource-war"), 1).step(np.array([[2**40, 0]]))


@pytest.mark.parametrize("name", ALL)
def test_every_action_is_below_the_action_count(name: str) -> None:
    game = parlour.game(name)
    batch = Batch(game, 1000, 2)
    most = 0
    for _ in range(40):
        most = max(most, int(batch.random_actions().max()))
        batch.step(batch.random_actions())
    assert most < game.action_count()
