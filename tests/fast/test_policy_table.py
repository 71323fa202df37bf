"""Tables of policies hold the mixes they were made from, and compiled play draws from them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import parlour
from parlour import IllegalAction, ParlourError
from parlour.fast import Duel, policy_table
from parlour.fast.policy_table import places_of, table_size
from parlour.games.game import Game
from parlour.players import Perfect
from parlour.players import player as by_name

SMALL: dict[str, dict[str, Any]] = {
    "token-tactics": {"start": 3, "cap": 4},
    "token-showdown": {"tokens": 8, "points": 2},
    "tower-siege": {"tower": 3, "cards": 2},
    "color-capture": {},
    "resource-war": {"points": 4, "target": 3},
}


def small(name: str) -> Game:
    return parlour.game(name, **SMALL[name])


@pytest.mark.parametrize("opponent", ["perfect", "easy", "hoarder"])
@pytest.mark.parametrize("name", SMALL)
def test_a_table_has_the_mixes_of_its_policy_in_every_state(name: str, opponent: str) -> None:
    game, player = small(name), by_name(opponent)
    table, states = parlour.tabulate(game, opponent), parlour.states(game)
    for row in range(0, len(states), max(1, len(states) // 60)):
        state = states.state(row)
        for seat in (0, 1):
            expected = player.mix(game, state, seat) if seat in game.to_act(state) else {}  # type: ignore[attr-defined]
            assert table.mix(game, state, seat) == pytest.approx(
                {action: chance for action, chance in expected.items() if chance > 1e-9}, abs=1e-8
            )


def test_every_kind_of_policy_can_be_tabulated() -> None:
    game = small("resource-war")
    space, state = parlour.states(game), game.start()

    def even(_: Any, legal: Any, __: int) -> Any:
        return legal / legal.sum(axis=1, keepdims=True)

    def one_by_one(state: Any, player: int) -> dict[int, float]:
        actions = game.actions(state, player)
        return {action: 1 / len(actions) for action in actions}

    arrays = [np.nan_to_num(space.legal[:, seat] / space.legal[:, seat].sum(axis=1, keepdims=True)) for seat in (0, 1)]
    for policy in ("random", parlour.batched(even), one_by_one, arrays, tuple(arrays)):
        table = parlour.tabulate(game, policy)
        assert table.mix(game, state, 0) == pytest.approx(dict.fromkeys(range(5), 0.2))


def test_a_table_is_itself_a_policy() -> None:
    game = small("resource-war")
    table = parlour.tabulate(game, "perfect")
    assert parlour.exploitability(game, table) == pytest.approx(0.0, abs=1e-6)
    assert parlour.tabulate(game, table).mix(game, game.start(), 0) == pytest.approx(table.mix(game, game.start(), 0))


def test_states_with_the_same_hash_have_places_of_their_own() -> None:
    states = np.repeat(np.arange(700)[:, None], 3, axis=1)
    assert len(set(places_of(states).tolist())) == 700
    assert 1.5 * 700 < table_size(700) < 3 * 700 + 1
    assert table_size(0) == 1


def test_a_table_of_the_wrong_game_or_for_an_unknown_state_raises() -> None:
    game, other = small("resource-war"), parlour.game("resource-war")
    table = parlour.tabulate(game, "random")
    with pytest.raises(ParlourError, match="this is a table for"):
        table.mix(other, other.start(), 0)
    with pytest.raises(IllegalAction, match="does not reach"):
        table.mix(game, game.start()._replace(winner=1), 0)
    with pytest.raises(ParlourError, match=r"not of parlour\.game"):
        Duel(other, 2, opponent=table)


@pytest.mark.parametrize(
    ("policy", "message"),
    [
        ("nobody", "there is no player 'nobody'"),
        ("search", "search cannot be tabulated"),
        ([], "at least one policy"),
        ([("random", 0.0)], "its share above 0"),
        ([("random", float("nan"))], "its share above 0"),
        ([("random", "x")], "its share above 0"),
        ([("random",)], "its share above 0"),
        (3, "a policy is a function"),
    ],
)
def test_what_cannot_be_tabulated_says_why(policy: Any, message: str) -> None:
    with pytest.raises(ParlourError, match=message):
        parlour.tabulate(small("color-capture"), policy)


def test_a_league_has_no_mix_of_its_own() -> None:
    game = small("color-capture")
    league = parlour.tabulate(game, [("random", 1), (Perfect(), 3)])
    assert "a league of 2 policies" in repr(league)
    assert league.lookup.shares.tolist() == [2**28, 2**30]
    with pytest.raises(ParlourError, match="has no mix"):
        league.mix(game, game.start(), 0)


def test_a_table_has_room_for_a_limited_number_of_actions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(policy_table, "PACKED", 4)
    with pytest.raises(parlour.TooLarge, match=r"at most 4 actions; parlour\.game\(.*\) has 9"):
        parlour.tabulate(small("token-showdown"), "random")
