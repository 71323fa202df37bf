"""Which positions are asked in practice, how answers are graded, and when a missed position comes back."""

from __future__ import annotations

from random import Random

import pytest
from support import OURS
from terminal.reader import blunder

import parlour
from parlour.coach.practice import (
    DAY,
    WAITS,
    Exercise,
    Mark,
    Practice,
    Schedule,
    draw_exercise,
    due_exercises,
    reschedule,
)
from parlour.games.line import Line
from parlour.solver.memory import solution_of

CAPTURE, WAR = parlour.game("color-capture"), parlour.game("resource-war")
TURNING = Exercise(Line(CAPTURE, [(0,), (0,), (1,), (1,), (1,), (0,)]), 0)  # position 1 keeps the win


def test_a_choice_is_right_without_a_loss_and_a_mix_if_it_is_close() -> None:
    capture = Practice(solution_of(CAPTURE), (), Random(1))
    assert capture.grade(TURNING, {0: 1.0}) == Mark(0.0, True)
    assert capture.grade(TURNING, {1: 1.0}) == Mark(2.0, False)
    assert capture.summary(0) == "1 of 2 right, mean loss per choice 1.000."
    opening, war = Exercise(Line(WAR), 0), Practice(solution_of(WAR), (), Random(1))
    perfect = solution_of(WAR).policy(WAR.start(), 0)
    assert war.grade(opening, {action: round(chance, 3) for action, chance in perfect.items()}).right
    mix = {1: 0.4, 2: 0.6}
    mark = war.grade(opening, mix)
    assert mark.loss == pytest.approx(1.0)
    assert not mark.right
    assert war.verdict_lines(opening, mix, mark)[0] == "Wrong: bid 2 (60%), bid 1 (40%) has a loss of 1.000."


@pytest.mark.parametrize("name", OURS)
def test_a_mistake_is_possible_in_every_position(name: str) -> None:
    solution, random = solution_of(parlour.game(name)), Random(2)
    drawn = [draw_exercise(solution, (), random) for _ in range(8)]
    exercises = [exercise for exercise in drawn if exercise is not None]
    assert len({exercise.line for exercise in exercises}) > 1
    for exercise in exercises:
        actions = exercise.line.game.actions(exercise.line.state, exercise.player)
        assert any(solution.loss(exercise.line.state, exercise.player, action) for action in reversed(actions))


def test_half_of_the_positions_come_from_your_own_matches() -> None:
    own = [blunder().line]
    random = Random(4)
    drawn = [draw_exercise(solution_of(CAPTURE), own, random) for _ in range(20)]
    from_own = sum(each is not None and each.line.choices == own[0].choices[: len(each.line)] for each in drawn)
    assert 5 <= from_own <= 18


def test_a_missed_position_comes_back_later_and_waits_longer_each_time() -> None:
    now = 1_000.0
    schedule = reschedule({}, TURNING, right=True, now=now)
    assert not schedule  # right from the beginning
    schedule = reschedule(schedule, TURNING, right=False, now=now)
    for wait in WAITS:
        assert due_exercises(schedule, CAPTURE, now + wait - 1) == []
        now += wait
        assert due_exercises(schedule, CAPTURE, now) == [TURNING]
        assert due_exercises(schedule, WAR, now) == []
        schedule = reschedule(schedule, TURNING, right=True, now=now)
    assert not schedule


def test_a_wrong_answer_starts_again() -> None:
    schedule = reschedule({}, TURNING, right=False, now=0.0)
    schedule = reschedule(schedule, TURNING, right=True, now=DAY)
    schedule = reschedule(schedule, TURNING, right=False, now=2 * DAY)
    assert due_exercises(schedule, CAPTURE, 2 * DAY + WAITS[0]) == [TURNING]


def test_the_position_that_waits_longest_is_due_first() -> None:
    schedule: Schedule = {}
    for now, exercise in enumerate((TURNING, Exercise(Line(CAPTURE), 0), Exercise(Line(WAR), 0))):
        schedule = reschedule(schedule, exercise, right=False, now=float(now))
    assert due_exercises(schedule, CAPTURE, float(DAY)) == [TURNING, Exercise(Line(CAPTURE), 0)]
