from __future__ import annotations

from typing import Any

import pytest
from support import OURS

import parlour
from parlour.games.errors import TooLarge
from parlour.solver.best_response import explored
from parlour.solver.estimate import amount, guessed_size, known_size, refuse_if_too_large, spell


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
def test_a_guess_is_near_the_truth(name: str, rules: dict[str, Any]) -> None:
    game = parlour.game(name, **rules)
    space = explored(game)
    size, guess = known_size(space), guessed_size(game)
    for part in ("states", "outcomes"):
        assert 1 / 3 < getattr(guess, part) / getattr(size, part) < 3


@pytest.mark.parametrize("name", OURS)
def test_standard_games_are_not_too_large(name: str) -> None:
    game = parlour.game(name)
    refuse_if_too_large(game, guessed_size(game))


def test_the_refusal_names_the_variant_the_estimate_and_what_to_do() -> None:
    game = parlour.game("token-showdown", tokens=2000)
    with pytest.raises(TooLarge, match=r"tokens=2000.*about \d+ million states, .* GB of memory and .* days.*'search'"):
        refuse_if_too_large(game, guessed_size(game))


@pytest.mark.parametrize(
    ("number", "words"), [(12, "12"), (173_580, "174 thousand"), (3.4e7, "34 million"), (2e15, "2e+03 million million")]
)
def test_amounts_are_spelt_for_people(number: float, words: str) -> None:
    assert amount(number) == words


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
def test_times_are_spelt_for_people(seconds: float, words: str) -> None:
    assert spell(seconds) == words
