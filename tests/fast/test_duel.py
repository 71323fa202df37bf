"""Duels, compared slot by slot with the interpreter."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from typing import Any

import numpy as np
import pytest
from fast.interpreted_duel import follow
from hypothesis import given, settings
from hypothesis import strategies as st
from support import ALL, variants

import parlour
from parlour import IllegalAction, ParlourError
from parlour.fast import Batch, Duel
from parlour.fast.threads import SMALL
from parlour.games.game import Game

pytestmark = pytest.mark.untraced


@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize("seat", [0, 1, "alternate"])
@pytest.mark.parametrize("same_step", [False, True])
def test_a_duel_plays_the_same_games_as_the_interpreter(name: str, seat: Any, same_step: bool) -> None:
    assert follow(parlour.game(name), seat, same_step, steps=60) > 10


@settings(max_examples=25, deadline=None)
@given(variants(), st.sampled_from([0, 1, "alternate"]), st.booleans(), st.integers(1, 12))
def test_a_duel_of_any_variant_plays_the_same_games_as_the_interpreter(
    game: Game, seat: Any, same_step: bool, max_turns: int
) -> None:
    follow(game, seat, same_step, steps=25, size=3, max_turns=max_turns)


@pytest.mark.parametrize(
    "game",
    [
        parlour.game("tower-siege", tower=12, stride=9, cards=20),  # hands of 20 bits, with gaps
        parlour.game("tower-siege", tower=12, stride=40, cards=6),  # gaps among more than 32 actions
        parlour.game("token-showdown", tokens=31),
        parlour.game("token-showdown", tokens=200),  # more actions than fit in a byte
    ],
    ids=repr,
)
def test_duels_with_many_actions_play_the_same_games_as_the_interpreter(game: Game) -> None:
    assert follow(game, "alternate", False, steps=60) > 5


def test_the_number_of_threads_makes_no_difference() -> None:
    game, size, outcomes = parlour.game("tower-siege"), 2 * SMALL + 5, []
    for threads in (1, 2):
        duel = Duel(game, size, 3, seat=1, illegal="forfeit", threads=threads)
        _, mask = duel.reset(3)
        for _ in range(5):
            outcome = duel.step(mask.argmax(1))
            mask = outcome.mask
        outcomes.append(outcome)
    assert all((one == other).all() for one, other in zip(*outcomes, strict=True))


@pytest.mark.parametrize("action", [2**32 + 1, -(2**32) + 1, 2**63 + 1])
def test_a_64_bit_number_is_never_taken_for_another_action(action: int) -> None:
    actions = np.array([action], np.uint64 if action > 2**63 else np.int64)
    game = parlour.game("token-showdown")
    assert Duel(game, 1, illegal="forfeit").step(actions).rewards[0] == -1
    with pytest.raises(IllegalAction, match=f"cannot choose {action}; allowed: 1 to 100"):
        Duel(game, 1).step(actions)


def test_chosen_slots_can_be_reset() -> None:
    game = parlour.game("resource-war")
    duel = Duel(game, 4, 1)
    duel.reset(1)
    duel.step(np.array([1, 2, 3, 4]))
    before = [duel.state(slot) for slot in range(4)]
    seen, _ = duel.reset(chosen=np.array([False, True, False, True]))
    assert seen[1, :-1].tolist() == seen[3, :-1].tolist() == list(game.start())
    assert [duel.state(slot) for slot in (0, 2)] == [before[0], before[2]]
    assert duel.restarts.tolist() == [0, 1, 0, 1]


@pytest.mark.parametrize("chosen", [np.array([True]), np.array([1, 0, 1, 0]), [1, 3], np.ones((4, 1), bool)])
def test_slots_to_reset_are_given_as_booleans(chosen: Any) -> None:
    duel = Duel(parlour.game("resource-war"), 4, 1)
    with pytest.raises(ParlourError, match=r"chosen must be booleans of shape \(4,\)"):
        duel.reset(chosen=chosen)
    assert duel.restarts.tolist() == [0, 0, 0, 0]


def test_a_finished_game_offers_one_action() -> None:
    game = parlour.game("tower-siege")
    assert Duel(game, 1, illegal="forfeit").step(np.array([5])).mask.tolist() == [[1, 0, 0, 0, 0, 0]]
    assert Duel(game, 1, max_turns=1).step(np.array([1])).mask.tolist() == [[1, 0, 0, 0, 0, 0]]


def test_turns_are_counted_in_32_bits() -> None:
    with pytest.raises(ParlourError, match="max_turns must be less than 2147483648"):
        Duel(parlour.game("resource-war"), 1, max_turns=2**31)


def test_a_forked_process_starts_its_own_threads() -> None:
    """In a separate process, because a fork copies the locks of all threads but none of the threads."""
    script = (
        "import os, parlour\n"
        "from parlour.fast import random_games\n"
        "game = parlour.game('tower-siege')\n"
        "here = random_games(game, 20_000, threads=2)\n"
        "child = os.fork()\n"
        "if child == 0:\n"
        "    os._exit(0 if random_games(game, 20_000, threads=2)[:-1] == here[:-1] else 1)\n"
        "raise SystemExit(os.waitpid(child, 0)[1])\n"
    )
    assert subprocess.run([sys.executable, "-c", script], timeout=120, check=False).returncode == 0


def test_an_illegal_action_raises_and_changes_nothing() -> None:
    duel = Duel(parlour.game("token-showdown"), 3, 1, seat=1)
    duel.reset(1)
    with pytest.raises(IllegalAction, match="slot 2, player 1 cannot choose 0; allowed: 1 to 100"):
        duel.step(np.array([1, 1, 0]))
    assert (duel.turns == 0).all()


@pytest.mark.parametrize("name", ALL)
def test_copies_and_pickles_continue_in_the_same_way(name: str) -> None:
    duel = Duel(parlour.game(name), 6, 1, seat="alternate")
    _, mask = duel.reset(4)
    for _ in range(12):
        actions = mask.argmax(1)
        branches = [copy.copy(duel), copy.deepcopy(duel), pickle.loads(pickle.dumps(duel))]
        outcome = duel.step(actions)
        for branch in branches:
            for one, other in zip(branch.step(actions), outcome, strict=True):
                assert (one == other).all()
        mask = outcome.mask
    batch = Batch(parlour.game(name), 6, 1)
    for _ in range(5):
        again = pickle.loads(pickle.dumps(batch))
        for each in (batch, again):
            each.step(each.random_actions())
        assert (batch.table == again.table).all()
        assert (batch.restarts == again.restarts).all()


@pytest.mark.parametrize("actions", [np.zeros(2, int), np.zeros(3), np.zeros((3, 1), int), np.zeros(3, bool)])
def test_actions_of_the_wrong_shape_or_type_raise(actions: Any) -> None:
    with pytest.raises(IllegalAction, match=r"whole numbers of shape \(3,\)"):
        Duel(parlour.game("resource-war"), 3).step(actions)


@pytest.mark.parametrize("seat", [2, True, "first", None])
def test_seats_are_checked(seat: Any) -> None:
    with pytest.raises(ParlourError, match="seat must be 0, 1 or 'alternate'"):
        Duel(parlour.game("resource-war"), 3, seat=seat)
