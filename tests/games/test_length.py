"""The longest game: what the rules say about it is compared with all games that can be played."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from support import SIXTH, matches

import parlour
from parlour.games.contract import State
from parlour.games.game import Game
from parlour.match.match import Match


def longest(game: Game) -> int:
    """How many turns the longest game takes, by playing all of them."""
    turns: dict[State, int] = {}

    def left(state: State) -> int:
        if game.is_over(state):
            return 0
        if state not in turns:
            choices = [game.actions(state, player) or (0,) for player in (0, 1)]
            turns[state] = 1 + max(left(game.play(state, a, b)) for a in choices[0] for b in choices[1])
        return turns[state]

    return left(game.start())


SMALL: list[tuple[str, dict[str, Any]]] = [
    *(("color-capture", {"repeats": repeats}) for repeats in range(1, 8)),
    *(("token-showdown", {"tokens": tokens, "points": points}) for tokens in (1, 2, 5) for points in (1, 2, 5)),
    *(
        ("resource-war", {"points": points, "target": target, "stall": stall})
        for points in (1, 2, 4)
        for target in (1, 2, 3, 5, 6)
        for stall in (1, 2, 3)
    ),
]


@pytest.mark.parametrize(("name", "rules"), SMALL)
def test_the_longest_game_is_as_long_as_the_rules_say(name: str, rules: dict[str, Any]) -> None:
    game = parlour.game(name, **rules)
    assert game.most_turns() == longest(game)


def test_the_longest_games_under_the_standard_rules() -> None:
    """docs/games/ explains these numbers."""
    lengths = {name: parlour.game(name).most_turns() for name in ("color-capture", "token-showdown", "resource-war")}
    assert lengths == {"color-capture": 13, "token-showdown": 100, "resource-war": 48}


def test_a_game_that_may_last_forever_has_no_longest_game() -> None:
    assert parlour.game("resource-war", stall=0).most_turns() is None
    for name in ("token-tactics", "tower-siege", SIXTH):  # their rules do not say
        assert parlour.game(name).most_turns() is None


@given(matches(most=80))
def test_no_game_is_longer_than_its_rules_say(match: Match) -> None:
    most = match.game.most_turns()
    assert most is None or len(match.line) <= most
    assert most is None or len(match.line) < most or match.game.is_over(match.state)
