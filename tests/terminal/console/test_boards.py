"""Boards and their parts at any size."""

from __future__ import annotations

import pytest
from support import state_of

import parlour
from parlour.games.vocabulary import bar, count, pips


@pytest.mark.parametrize(("resource", "share"), [(7, " 7 of 7"), (9, " 9 (7 wins)")])
def test_more_points_than_the_target_are_no_share_of_it(resource: int, share: str) -> None:
    war = parlour.game("resource-war")
    row = war.words.board(war.rules, state_of(war, resource1=resource, winner=1))[0]
    assert share in "".join(span.text for span in row)


def test_amounts_are_shown_as_bars_pips_and_counts() -> None:
    assert bar(1, 100, 10) == "█░░░░░░░░░"
    assert bar(0, 100, 4) == "░░░░"
    assert bar(200, 100, 4) == "████"
    assert pips(2, 5) == "●●○○○"
    assert pips(50, 100) == "█████░░░░░"
    assert [count(n, "token") for n in (0, 1, 2)] == ["0 tokens", "1 token", "2 tokens"]


@pytest.mark.parametrize(
    ("rules", "shown"),
    [({"tower": 14}, "tower"), ({"tower": 15}, "0 of 15"), ({"cards": 20}, "18 19 20"), ({"tower": 1}, "base")],
)
def test_tower_siege_is_drawn_at_any_size(rules: dict[str, int], shown: str) -> None:
    game = parlour.game("tower-siege", **rules)
    lines = ["".join(span.text for span in line) for line in game.words.board(game.rules, game.start())]
    assert any(shown in line for line in lines)
    assert max(map(len, lines)) <= 78


EXTREMES: dict[str, dict[str, object]] = {
    "token-tactics": {"start": 10_000, "cap": 10_000},
    "token-showdown": {"tokens": 10_000, "points": 10_000},
    "tower-siege": {"tower": 1000, "stride": 1000, "cards": 20},
    "color-capture": {"repeats": 100},
    "resource-war": {"points": 10_000, "target": 10_000},
}


@pytest.mark.parametrize("name", EXTREMES)
def test_the_largest_variants_fit_80_columns(name: str) -> None:
    game = parlour.game(name, **EXTREMES[name])
    match = parlour.play_match(game, seed=2, max_turns=300)
    _, highest = game.bounds()
    lines = list(game.words.welcome(game.rules))
    for state in [highest, *(turn.before for turn in match.line.public_turns)]:
        lines += ["".join(span.text for span in line) for line in game.words.board(game.rules, state)]
    for number, turn in enumerate(match.line.public_turns, start=10_000):
        lines += game.words.heading(game.rules, turn.before, number, 80)
    assert max(map(len, lines)) <= 80


@pytest.mark.parametrize("width", [40, 80, 86])
def test_a_long_row_of_tokens_fits_the_width(width: int) -> None:
    game = parlour.game("color-capture", repeats=20)
    lines = game.words.heading(game.rules, game.start(), 1, width)
    assert max(map(len, lines)) <= width
    assert "".join(line.removeprefix("Token:") for line in lines if line.startswith("Token:")).split() == list(
        "RBG" * 20
    )
