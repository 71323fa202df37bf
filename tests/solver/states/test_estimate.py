from __future__ import annotations

import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from solver.board_game import rules as board_game
from support import OURS

import parlour
from parlour.games.errors import TooLarge
from parlour.games.game import Game
from parlour.solver.states.estimate import Size, check_size, duration_in_words, estimate_size, in_words, size_of
from parlour.solver.states.explorer import Explorer


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
    space = Explorer(game)
    space.explore(game.start())
    size, estimate = size_of(space.count, space.outcomes, space.cyclic), estimate_size(game)
    assert estimate is not None
    for part in ("states", "outcomes"):
        assert 1 / 3 < getattr(estimate, part) / getattr(size, part) < 3


WORDS = SimpleNamespace(TITLE="Board", TAGLINE="", CHOICES={}, PLAYERS=("Player 1", "Player 2"), SECRET=False)


def estimate_of(game: Game) -> Size:
    estimate = estimate_size(game)
    assert estimate is not None
    return estimate


def board(size: int) -> Game:
    return Game("board-game", cast(Any, board_game), cast(Any, WORDS), Path(), {"size": size})


def test_a_board_game_with_one_small_parameter_is_estimated() -> None:
    game = board(4)
    space = Explorer(game)
    space.explore(game.start())
    estimate = estimate_size(game)
    assert estimate is not None
    assert 1 / 3 < estimate.states / space.count < 3
    with pytest.raises(TooLarge, match=r"about \d+.* million states"):
        check_size(board(5), estimate_of(board(5)))


def test_the_next_smaller_board_may_be_too_large_to_explore(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("parlour.solver.states.estimate.SAMPLE_STATES", 1000)
    with pytest.raises(TooLarge, match=r"about \d+.* million states"):
        check_size(board(5), estimate_of(board(5)))


def test_solving_a_large_board_game_raises_the_estimate_in_three_seconds() -> None:
    parlour.solve(board(3), fresh=True)  # compiles
    begun = time.process_time()
    with pytest.raises(TooLarge, match="too large to solve: it takes about"):
        parlour.solve(board(5), fresh=True)
    assert time.process_time() - begun < 3


def test_a_best_response_in_a_large_game_raises_the_estimate_too() -> None:
    with pytest.raises(TooLarge, match="too large to solve: it takes"):
        parlour.best_response(board(5), {}, 0)


def test_a_space_with_more_states_than_a_float_can_count_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("parlour.solver.states.explorer.possible_states", lambda _: 10**400)
    with pytest.raises(TooLarge, match=r"its bounds allow 10\^400 states"):
        Explorer(board(3))


def test_what_has_been_found_may_be_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("parlour.solver.states.estimate.MAX_MEMORY", 50_000)
    with pytest.raises(TooLarge, match=r"it takes more than .* states"):
        parlour.solve(board(5), fresh=True)


@pytest.mark.parametrize(
    ("name", "rules"),
    [
        ("token-showdown", {"tokens": 10_000, "points": 10_000}),
        ("tower-siege", {"tower": 1000, "stride": 1000, "cards": 20}),
        ("resource-war", {"points": 10_000, "target": 10_000, "stall": 0}),
        ("color-capture", {"repeats": 100}),
        ("token-tactics", {"start": 10_000, "cap": 10_000}),
    ],
)
def test_the_largest_variants_are_estimated_in_three_seconds(name: str, rules: dict[str, Any]) -> None:
    estimate_size(parlour.game(name, **dict.fromkeys(rules, 2)))  # compiles
    begun = time.process_time()
    assert estimate_size(parlour.game(name, **rules)) is not None
    assert time.process_time() - begun < 3


def test_a_variant_that_cannot_be_made_smaller_has_no_estimate() -> None:
    assert estimate_size(board(2)) is None


def test_copies_that_break_the_rules_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def bounds(rules: Any, whole: Any = board_game.bounds) -> Any:
        if rules.size < 5:
            raise ZeroDivisionError
        return whole(rules)

    monkeypatch.setattr(board_game, "bounds", bounds)
    assert estimate_size(board(5)) is None


def test_bounds_of_any_size_can_be_estimated(monkeypatch: pytest.MonkeyPatch) -> None:
    """The number of possible states may be too large for a float."""
    monkeypatch.setattr("parlour.solver.states.estimate.possible_states", lambda _: 10**400)
    estimate = estimate_size(board(5))
    assert estimate is not None
    with pytest.raises(TooLarge):
        check_size(board(5), estimate)


@pytest.mark.parametrize("name", OURS)
def test_no_standard_game_is_too_large(name: str) -> None:
    game = parlour.game(name)
    check_size(game, estimate_of(game))


def test_the_error_names_the_variant_the_estimate_and_an_alternative() -> None:
    game = parlour.game("token-showdown", tokens=2000)
    with pytest.raises(TooLarge, match=r"tokens=2000.*about \d+ million states, .* GB of memory and .* days.*'search'"):
        check_size(game, estimate_of(game))


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
