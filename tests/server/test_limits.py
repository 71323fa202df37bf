from __future__ import annotations

import math
from pathlib import Path

import httpx2
import pytest
from hypothesis import given
from hypothesis import strategies as st
from server.serving import Process

from parlour.games.errors import ParlourError
from parlour.server.limits import LIMITS, MOST_REMEMBERED, Budgets, Limit, TooMany, limits_times

LIMIT = Limit(3, 60)  # one a second


def used_up(now: int = 0) -> Budgets:
    budgets = Budgets({"tries": LIMIT})
    for _ in range(3):
        budgets.spend("tries", "me", now)
    return budgets


def test_a_budget_is_used_up_and_fills_up_again() -> None:
    budgets = used_up()
    with pytest.raises(TooMany, match="try again in 1 second"):
        budgets.spend("tries", "me", 0)
    budgets.spend("tries", "me", 1_000)
    with pytest.raises(TooMany):
        budgets.spend("tries", "me", 1_000)


def test_everybody_has_a_budget() -> None:
    used_up().spend("tries", "somebody else", 0)


def test_asking_too_often_does_not_make_the_wait_longer() -> None:
    """Whoever asks ten times a second still gets one a second."""
    budgets, allowed = used_up(), 0
    for now in range(0, 10_001, 100):
        try:
            budgets.spend("tries", "me", now)
            allowed += 1
        except TooMany:
            pass
    assert allowed == 10


def test_a_budget_can_be_overdrawn_by_those_who_wait() -> None:
    budgets = Budgets({"tries": LIMIT})
    assert budgets.charge("tries", "me", 2, 0) == 0
    assert budgets.charge("tries", "me", 6, 0) == 5
    assert budgets.charge("tries", "me", 0, 4_000) == 1
    assert budgets.charge("tries", "somebody else", 3, 0) == 0


def test_a_clock_that_goes_back_takes_nothing_away() -> None:
    budgets = Budgets({"tries": LIMIT})
    budgets.spend("tries", "me", 1_000_000)
    budgets.spend("tries", "me", 0)
    budgets.spend("tries", "me", 0)


@given(st.lists(st.integers(0, 2_000), max_size=60))
def test_never_more_than_the_limit(pauses: list[int]) -> None:
    budgets, now = Budgets({"tries": LIMIT}), 0
    allowed: list[int] = []
    for pause in pauses:
        now += pause
        try:
            budgets.spend("tries", "me", now)
            allowed.append(now)
        except TooMany as error:  # what it says about waiting is true
            again = Budgets({"tries": LIMIT})
            for when in [*allowed, now + error.seconds * 1000]:
                again.spend("tries", "me", when)
    assert len(allowed) <= 3 + now / 1000


def test_strangers_do_not_fill_the_memory() -> None:
    budgets = Budgets({"tries": LIMIT})
    for number in range(MOST_REMEMBERED + 10):
        budgets.spend("tries", str(number), 0)
    assert len(budgets._left._values) == MOST_REMEMBERED


def test_open_connections() -> None:
    budgets = Budgets()
    most = LIMITS["open connections"].most
    budgets.allow("open connections", most - 1)
    with pytest.raises(TooMany):
        budgets.allow("open connections", most)


def test_limits_can_be_multiplied() -> None:
    assert limits_times(2)["new matches"] == Limit(60, 60)
    assert limits_times(0.001)["new matches"].most == 1


@pytest.mark.parametrize("factor", [0, -1, math.inf, math.nan])
def test_other_factors_are_refused(factor: float) -> None:
    with pytest.raises(ParlourError, match="positive number"):
        limits_times(factor)


def test_the_limits_that_are_published_are_those_in_force(tmp_path: Path) -> None:
    """As `parlour serve --limits` sets them."""
    server = Process(tmp_path, str(tmp_path / "m.sqlite"), "--limits", "0.1").ready()
    with httpx2.Client(base_url=server.url) as http:
        published = http.get("/api/limits").json()
        assert published["new matches"] == {"most": 3, "per_minute": 3}
        statuses = [http.post("/api/matches", json={"game": "tower-siege"}).status_code for _ in range(4)]
    assert statuses == [201, 201, 201, 429]
