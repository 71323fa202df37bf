"""The example games Goofspiel and Oshi-Zumo agree with OpenSpiel's, state by state."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pyspiel
import pytest

import parlour
from parlour.games.contract import rewards

EXAMPLES = Path(__file__).parents[2] / "examples"
VARIANTS: list[tuple[str, dict[str, Any], str]] = [
    ("goofspiel", {}, "goofspiel(points_order=descending)"),
    ("goofspiel", {"ascending": "yes"}, "goofspiel(points_order=ascending)"),
    ("goofspiel", {"cards": 2}, "goofspiel(points_order=descending,num_cards=2)"),
    ("goofspiel", {"cards": 5}, "goofspiel(points_order=descending,num_cards=5)"),
    ("oshi-zumo", {}, "oshi_zumo"),
    ("oshi-zumo", {"coins": 5, "size": 1}, "oshi_zumo(coins=5,size=1)"),
    ("oshi-zumo", {"coins": 7, "size": 2, "horizon": 4}, "oshi_zumo(coins=7,size=2,horizon=4)"),
    ("oshi-zumo", {"coins": 9, "size": 2, "min_bid": 2}, "oshi_zumo(coins=9,size=2,min_bid=2)"),
    ("oshi-zumo", {"coins": 11, "size": 3, "min_bid": 3}, "oshi_zumo(coins=11,size=3,min_bid=3)"),
    ("oshi-zumo", {"coins": 4, "size": 2, "min_bid": 1}, "oshi_zumo(coins=4,size=2,min_bid=1)"),
]


def shown(name: str, state: Any) -> list[int]:
    """The numbers in OpenSpiel's text of a state, in the order of our fields."""
    text = str(state)
    if name == "goofspiel":
        hands, points = text.split("\n")[:2], text.split("Points:")[1].split()
        cards = [[int(card) for card in hand.split(":")[1].split()] for hand in hands]
        return [*(sum(1 << (card - 1) for card in hand) for hand in cards), int(points[0]), int(points[1])]
    coins, field = text.split("Coins: ")[1].split(", Field: ")
    return [*map(int, coins.split()), field.strip().index("W") - len(field.strip()) // 2]


@pytest.mark.parametrize(("name", "rules", "text"), VARIANTS)
def test_every_state_of_random_games_is_the_same(name: str, rules: dict[str, Any], text: str) -> None:
    ours, theirs, random = parlour.game(str(EXAMPLES / name), **rules), pyspiel.load_game(text), Random(1)
    for _ in range(60):
        state, other = ours.start(), theirs.new_initial_state()
        while not other.is_terminal():
            assert not ours.is_over(state)
            assert list(state)[: 4 if name == "goofspiel" else 3] == shown(name, other)
            chosen = []
            for player in (0, 1):
                assert list(ours.actions(state, player)) == other.legal_actions(player)
                chosen.append(random.choice(other.legal_actions(player)))
            state = ours.play(state, *chosen)
            other.apply_actions(chosen)
        assert ours.is_over(state)
        assert list(state)[: 4 if name == "goofspiel" else 3] == shown(name, other)
        assert list(rewards(state.winner)) == other.returns()
