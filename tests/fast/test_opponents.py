"""Duels against tables, leagues and functions, compared slot by slot with the interpreter."""

from __future__ import annotations

import copy
import pickle
from collections import Counter
from typing import Any

import numpy as np
import pytest
from fast.interpreted_duel import follow
from support import ALL

import parlour
from parlour import IllegalAction, ParlourError
from parlour.fast import Duel, PolicyTable
from parlour.fast.policy_table import PACKED, TOTAL
from parlour.fast.random_stream import Key, draw_fraction, draw_word
from parlour.games.contract import State
from parlour.games.game import Game

SMALL: dict[str, dict[str, Any]] = {
    "token-tactics": {"start": 3, "cap": 4},
    "token-showdown": {"tokens": 8, "points": 2},
    "tower-siege": {"tower": 3, "cards": 2},
    "color-capture": {},
    "resource-war": {"points": 4, "target": 3, "hidden": True},
}
every_game = pytest.mark.parametrize("game", [parlour.game(name, **SMALL.get(name, {})) for name in ALL], ids=repr)
# What is asked between the parts of a step takes long to compile: one game with choices at once, one with turns too.
TWO = [parlour.game(name, **SMALL[name]) for name in ("resource-war", "tower-siege")]
two_games = pytest.mark.parametrize("game", TWO, ids=repr)


class LookedUp:
    """A table's choices, read in plain Python."""

    def __init__(self, table: PolicyTable) -> None:
        self.table, self.played = table, Counter[int]()

    def __call__(self, game: Game, state: State, player: int, key: Key, count: int) -> int:
        lookup = self.table.lookup
        number = draw_fraction(key, -1)
        policy = next(policy for policy, share in enumerate(lookup.shares.tolist()) if number < share)
        self.played[policy] += 1
        place = int(self.table.places(np.array([state]))[0])
        begin, end = lookup.records[
            place, len(lookup.records[0]) - 2 * self.table.policies - 1 + 2 * policy + player :
        ][:2].tolist()
        scaled = draw_word(key, count) * (end - begin)
        threshold, packed = lookup.entries[begin + (scaled >> 32)].tolist()
        return int(packed % PACKED if (scaled % 2**32) >> 2 < threshold else packed // PACKED)


def rising(_: Any, legal: Any, player: int) -> Any:
    """A function on arrays: higher actions are likelier, more so for the second player."""
    weights = legal * (1 + player + np.arange(legal.shape[1]))
    return (weights / weights.sum(axis=1, keepdims=True)).astype(np.float32)


def rising_too(game: Game, state: State, player: int, key: Key, count: int) -> int:
    legal = np.zeros((1, game.action_count()), bool)
    legal[0, list(game.actions(state, player))] = True
    chances = rising(None, legal, player)[0].astype(np.float64)
    place = draw_fraction(key, count) / TOTAL * chances.sum()
    return int(np.searchsorted(np.cumsum(chances), place, side="right"))


@every_game
@pytest.mark.parametrize("same_step", [False, True])
def test_against_a_table_the_same_games_are_played_as_in_the_interpreter(game: Game, same_step: bool) -> None:
    table = parlour.tabulate(game, parlour.batched(rising))
    follow(game, "alternate", same_step, steps=30, opponent=table, interpreted=LookedUp(table))


@every_game
def test_against_a_league_the_same_games_are_played_as_in_the_interpreter(game: Game) -> None:
    table = parlour.tabulate(game, [("random", 2), (parlour.batched(rising), 1), ("random", 1)])
    looked_up = LookedUp(table)
    follow(game, 1, False, steps=40, opponent=table, interpreted=looked_up)
    assert len(looked_up.played) == 3


@pytest.mark.untraced
@two_games
@pytest.mark.parametrize("same_step", [False, True])
def test_against_a_function_the_same_games_are_played_as_in_the_interpreter(game: Game, same_step: bool) -> None:
    follow(game, "alternate", same_step, steps=30, opponent=rising, interpreted=rising_too)


def test_a_league_is_drawn_with_its_shares_and_one_member_plays_a_whole_game() -> None:
    """The members always bid 1, 2 or 3."""
    game = parlour.game("token-showdown", tokens=12, points=2)

    def always(bid: int) -> Any:
        return lambda state, player: {min(bid, game.actions(state, player)[-1]): 1.0}

    duel = Duel(game, 4000, 5, opponent=parlour.tabulate(game, [(always(1), 1), (always(2), 2), (always(3), 1)]))
    first = 12 - duel.step(np.ones(4000, int)).observation[:, 1]
    assert first.tolist() != sorted(first.tolist())
    for bid, expected in ((1, 1000), (2, 2000), (3, 1000)):
        assert abs(int((first == bid).sum()) - expected) < 4 * 32
    second = 12 - duel.step(np.ones(4000, int)).observation[:, 1]
    going_on = duel.turns == 2
    assert (second[going_on] == 2 * first[going_on]).all()


def test_a_mix_comes_up_as_often_as_it_says() -> None:
    game = parlour.game("resource-war", points=4, target=3)
    table = parlour.tabulate(game, "easy")
    mix = table.mix(game, game.start(), 1)
    seen = Duel(game, 20_000, 9, opponent=table).step(np.zeros(20_000, int)).observation
    for bid, chance in mix.items():
        count = int((seen[:, 1] == 4 - bid).sum())
        assert abs(count - 20_000 * chance) < 4 * (20_000 * chance * (1 - chance)) ** 0.5 + 1


def test_a_function_is_asked_only_where_it_is_to_act() -> None:
    game = parlour.game("token-tactics")

    def asked(table: Any, legal: Any, player: int) -> Any:
        assert table.shape == (len(legal), 5)
        assert len(legal)
        for row, allowed in zip(table.tolist(), legal, strict=True):
            state = type(game.start())(*row)
            assert player in game.to_act(state)
            assert tuple(np.flatnonzero(allowed)) == game.actions(state, player)
        players.add(player)
        return rising(table, legal, player)

    players: set[int] = set()
    duel = Duel(game, 6, 1, opponent=asked, seat="alternate", illegal="forfeit")
    _, mask = duel.reset(1)
    for _ in range(20):
        mask = duel.step(mask.argmax(1)).mask
    assert players == {0, 1}


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (lambda legal: legal[:, :-1] * 1.0, "must return chances of shape"),
        (lambda legal: legal * 0.5, "they sum to 5.5"),
        (lambda legal: legal * np.nan, "they sum to nan"),
        (
            lambda legal: np.where(np.arange(11) == 0, 3.0, np.where(np.arange(11) == 1, -2.0, 0.0)) * legal,
            "lowest is -2",
        ),
    ],
)
def test_a_wrong_answer_raises_and_changes_nothing(answer: Any, message: str) -> None:
    duel = Duel(parlour.game("resource-war"), 3, 1, opponent=lambda _, legal, __: answer(legal))
    with pytest.raises(ParlourError, match=message):
        duel.step(np.zeros(3, int))
    assert [duel.state(slot) for slot in range(3)] == [duel.game.start()] * 3
    assert duel.turns.tolist() == [0, 0, 0]


def test_tensors_are_taken() -> None:
    torch = pytest.importorskip("torch")
    game = parlour.game("resource-war")
    weights = torch.ones(1, requires_grad=True)

    def opponent(_: Any, legal: Any, __: int) -> Any:
        allowed = torch.from_numpy(legal)
        return torch.where(allowed, weights, 0.0) / allowed.sum(1, keepdim=True)

    assert Duel(game, 4, 1, opponent=opponent).step(np.ones(4, int)).observation.shape == (4, 10)


@pytest.mark.parametrize("opponent", ["table", rising])
def test_duels_against_opponents_are_copied(opponent: Any) -> None:
    game = parlour.game("resource-war", points=4, target=3)
    opponent = parlour.tabulate(game, "easy") if opponent == "table" else opponent
    duel = Duel(game, 6, 1, opponent=opponent, seat="alternate")
    _, mask = duel.reset(4)
    for _ in range(8):
        branches = [copy.deepcopy(duel), pickle.loads(pickle.dumps(duel))]
        outcome = duel.step(mask.argmax(1))
        for branch in branches:
            for one, other in zip(branch.step(mask.argmax(1)), outcome, strict=True):
                assert (one == other).all()
        mask = outcome.mask


def test_opponents_are_checked() -> None:
    with pytest.raises(ParlourError, match=r"opponent must be None, a table from parlour\.tabulate, or a function"):
        Duel(parlour.game("resource-war"), 1, opponent="perfect")  # type: ignore[arg-type]


def test_an_illegal_action_against_a_function_raises_and_changes_nothing() -> None:
    duel = Duel(parlour.game("token-showdown"), 3, 1, opponent=rising)
    with pytest.raises(IllegalAction, match="slot 2, player 0 cannot choose 0; allowed: 1 to 100"):
        duel.step(np.array([1, 1, 0]))
    assert (duel.turns == 0).all()
