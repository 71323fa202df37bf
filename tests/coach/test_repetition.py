"""When a missed position comes back."""

from __future__ import annotations

import parlour
from parlour.coach.repetition import DAY, WAITS, Exercise, Schedule
from parlour.games.line import Line

CAPTURE, WAR = parlour.game("color-capture"), parlour.game("resource-war")
TURNING = Exercise(Line(CAPTURE, [(0,), (0,), (1,), (1,), (1,), (0,)]), 0)


def test_a_missed_position_comes_back_later_and_waits_longer_each_time() -> None:
    schedule, now = Schedule(), 1_000.0
    schedule = schedule.answer(TURNING, right=True, now=now)
    assert not schedule.waiting  # right from the beginning
    schedule = schedule.answer(TURNING, right=False, now=now)
    for wait in WAITS:
        assert schedule.due(CAPTURE, now + wait - 1) == []
        now += wait
        assert schedule.due(CAPTURE, now) == [TURNING]
        assert schedule.due(WAR, now) == []
        schedule = schedule.answer(TURNING, right=True, now=now)
    assert not schedule.waiting


def test_a_wrong_answer_starts_again() -> None:
    schedule = Schedule()
    schedule = schedule.answer(TURNING, right=False, now=0.0)
    schedule = schedule.answer(TURNING, right=True, now=DAY)
    schedule = schedule.answer(TURNING, right=False, now=2 * DAY)
    assert schedule.due(CAPTURE, 2 * DAY + WAITS[0]) == [TURNING]


def test_the_position_that_waits_longest_is_due_first_and_a_game_can_be_forgotten() -> None:
    opening, variant = Exercise(Line(CAPTURE), 0), Exercise(Line(parlour.game("color-capture", repeats=2)), 0)
    schedule = Schedule()
    for now, exercise in enumerate((TURNING, opening, variant, Exercise(Line(WAR), 0))):
        schedule = schedule.answer(exercise, right=False, now=float(now))
    assert schedule.due(CAPTURE, float(DAY)) == [TURNING, opening]
    assert [exercise.game for exercise in schedule.forget(CAPTURE).waiting] == [WAR]
