"""Checks in tests explore fewer states and wait less than `parlour check`, which has time for a whole game."""

from __future__ import annotations

import pytest

from parlour.check import guard, rules


@pytest.fixture(autouse=True)
def _short_checks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules, "MOST_STATES", 2_000)
    monkeypatch.setattr(guard, "SECONDS", 1)  # of CPU time
