from __future__ import annotations

from typing import Any

import pytest
from support import OURS

import parlour
from parlour.games.errors import TooLarge
from parlour.solver.estimate import check_size, duration_in_words, estimated_size, in_words, size_of
from parlour.solver.state_space import Space


@pytest.mark.parametrize(
    ("name", "rules"),
    [
        ("token-showdown", {"tokens": 60}),
        ("tower-siege", {}),
        ("resource-war", {"points": 20, "target": 14}),
        ("color-capture", {"repeats": 30}),
        ("token-tactics", {"start": 40, "cap": 60}),
    ],
)
def test_an_estimate_is_within_a_factor_of_three(name: str, rules: dict[str, Any]) -> None:
    game = parlour.game(name, **rules)
    space = Space(game)
    space.explore(game.start())
    size, estimate = size_of(space), estimated_size(game)
    for part in ("states", "outcomes"):
        assert 1 / 3 < getattr(estimate, part) / getattr(size, part) < 3


@pytest.mark.parametrize("name", OURS)
def test_no_standard_game_is_too_large(name: str) -> None:
    game = parlour.game(name)
    check_size(game, estimated_size(game))


def test_the_error_names_the_variant_the_estimate_and_an_alternative() -> None:
    game = parlour.game("token-showdown", tokens=2000)
    with pytest.raises(TooLarge, match=r"tokens=2000.*about \d+ million states, .* GB of memory and .* days.*'search'"):
        check_size(game, estimated_size(game))


@pytest.mark.parametrize(
    ("number", "words"), [(12, "12"), (173_580, "174 thousand"), (3.4e7, "34 million"), (2e15, "2e+03 trillion")]
)
def test_numbers_in_words(number: float, words: str) -> None:
    assert in_words(number) == words


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0.001, "0.1 seconds"),
        (7.2, "7.2 seconds"),
        (90, "1.5 minutes"),
        (7200, "2 hours"),
        (2e5, "2.31 days"),
        (1e9, "31.7 years"),
    ],
)
def test_durations_in_words(seconds: float, words: str) -> None:
    assert duration_in_words(seconds) == words
