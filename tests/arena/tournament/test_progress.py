"""Progress: one line that is rewritten at a terminal, and plain lines elsewhere."""

from __future__ import annotations

from io import StringIO

import pytest

from parlour.arena.tournament import run as progress
from parlour.arena.tournament.run import RunProgress
from parlour.games.vocabulary import duration


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(progress, "time", clock)
    return clock


def test_plain_lines_come_now_and_then(clock: Clock) -> None:
    stream = StringIO()
    bar = RunProgress(1_000, 190, stream)
    clock.now += 9.0  # starting takes a while, and says nothing about the speed
    bar.add(10)
    for _ in range(40):
        clock.now += 0.5
        bar.add(10)
    bar.close()
    assert stream.getvalue().splitlines() == [
        "220 of 1,000 matches, 20 per second, 39 s left",
        "420 of 1,000 matches, 20 per second, 29 s left",
        "600 of 1,000 matches, 20 per second, 20 s left",
    ]


def test_a_terminal_has_one_line(clock: Clock) -> None:
    stream = Terminal()
    bar = RunProgress(14, 0, stream)
    clock.now += 2.0
    bar.add(4)
    bar.note("Note: something.")
    clock.now += 2.0
    bar.add(6)
    bar.close()
    shown = [part.replace("\033[K", "") for part in stream.getvalue().split("\r")]
    assert shown == [
        "",
        "4 of 14 matches",
        "Note: something.\n",
        "10 of 14 matches, 3 per second, 1 s left",
        "10 of 14 matches, 3 per second, 1 s left\n",
    ]


@pytest.mark.parametrize(
    ("seconds", "text"), [(5.4, "5 s"), (99, "99 s"), (600, "10 min"), (7200, "2.0 h"), (400_000, "111.1 h")]
)
def test_durations(seconds: float, text: str) -> None:
    assert duration(seconds) == text
