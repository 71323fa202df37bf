"""`parlour practice`: positions, exact grades, and missed positions that come back."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from random import Random

import pytest
from terminal.keyboard_session import PtySession
from terminal.reader import Reader, blunder

import parlour
from parlour.cli.main import run
from parlour.coach.practice import DAY, WAITS, Exercise, Practice, due_exercises
from parlour.games.errors import ParlourError
from parlour.games.line import Line
from parlour.solver.memory import solution_of
from parlour.terminal.play.practice import MissedPositions, PracticeSession

CAPTURE, WAR = parlour.game("color-capture"), parlour.game("resource-war")
TURNING = Exercise(
    Line(CAPTURE, [(0,), (0,), (1,), (1,), (1,), (0,)]), 0
)  # position 1 keeps the win, position 9 loses it
OPENING = Exercise(Line(WAR), 0)  # a secret mix, worth 0


class Once(Practice):
    """Asks about one position only."""

    exercise = TURNING

    def choose(self, due: Iterable[Exercise]) -> tuple[Exercise, str]:
        return self.exercise, "the only one"


def session_of(
    practice: Practice, reader: Reader, missed: MissedPositions | None = None, now: float = 0.0
) -> PracticeSession:
    return PracticeSession(practice, reader, missed or MissedPositions(), lambda: now)


def asked(exercise: Exercise, *answers: str, missed: MissedPositions | None = None, now: float = 0.0) -> str:
    """What is shown when a position is answered so."""
    reader, practice = Reader(*answers), Once(solution_of(exercise.line.game), (), Random(1))
    practice.exercise = exercise
    session_of(practice, reader, missed, now).run(1)
    assert not reader.answers
    return reader.shown


@pytest.mark.parametrize(
    ("answer", "verdict"),
    [
        ("1", "Right: take position 1: Red has no loss."),
        ("left", "Right: take position 1: Red has no loss."),
        ("9", "Wrong: take position 9: Green has a loss of 2.000."),
        ("show", "Perfect play: take position 1: Red."),
    ],
)
def test_a_choice_is_graded_by_its_loss(answer: str, verdict: str) -> None:
    assert verdict in asked(TURNING, answer)


def test_a_wrong_choice_is_shown_beside_the_better_one() -> None:
    shown = asked(TURNING, "9")
    assert f"  yours  {'░' * 20} -1.00" in shown
    assert f"  better {'█' * 20} +1.00  take position 1: Red" in shown
    assert "0 of 1 right, mean loss per choice 2.000. 1 position will come back." in shown


def test_a_mix_is_graded_by_what_it_guarantees() -> None:
    perfect = solution_of(WAR).policy(WAR.start(), 0)
    assert "bid 2 (60%), bid 1 (40%) has a loss of 1.000." in asked(OPENING, "mix 1 40, bid 2 60%")
    exact = ", ".join(f"{bid} {100 * chance:.4f}" for bid, chance in perfect.items())
    assert any(verdict in asked(OPENING, f"mix {exact}") for verdict in ("Right: ", "Close enough: "))


@pytest.mark.parametrize(
    ("answer", "line"),
    [
        ("mix 1", "a mix is a list such as 2 40, 5 60, not '1'."),
        ("mix 99 50, 1 50", "'99' is not a choice here."),
        ("mix 1 0, 2 0", "some choice of a mix needs a chance above 0."),
        ("eleven", "'eleven' is not an answer here."),
        ("hint", "Not now: this is practice."),
        ("?", "You can type a whole number from 0 to 10, or:"),
        ("?", "mix 0 40, 10 60 state a mix, in percent"),
        ("rules", "## How to play"),
    ],
)
def test_an_answer_that_cannot_be_graded_is_asked_again(answer: str, line: str) -> None:
    shown = asked(OPENING, answer, "q")
    assert line in shown
    assert "Nothing was graded." in shown


def test_missed_positions_are_kept_on_disk_and_can_be_deleted(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for position in (TURNING, OPENING, Exercise(Line(WAR, [(3, 5)]), 1)):
        asked(position, "show", missed=loaded())
    assert due_exercises(loaded().schedule, CAPTURE, WAITS[0]) == [TURNING]
    assert run(["practice", "resource-war", "--forget"]) == 0
    assert "2 missed positions of Resource War deleted." in capsys.readouterr().out
    assert list(loaded().schedule) == [TURNING]
    assert run(["practice", "--forget"]) == 0
    assert not (home / "practice" / "missed.json").exists()
    assert run(["practice"]) == 2


def test_a_game_is_forgotten_in_all_of_its_variants() -> None:
    missed, variant = MissedPositions(), Exercise(Line(parlour.game("color-capture", repeats=2)), 0)
    for exercise in (TURNING, variant, OPENING):
        missed.answer(exercise, right=False, now=0.0)
    assert missed.forget(CAPTURE) == 2
    assert list(loaded().schedule) == [OPENING]


def loaded() -> MissedPositions:
    missed = MissedPositions()
    missed.load()
    return missed


def test_a_damaged_file_is_reported_and_stays_as_it_is(home: Path) -> None:
    asked(TURNING, "show")
    path = home / "practice" / "missed.json"
    good = json.loads(path.read_text())
    for text in ("{", "[]", json.dumps({**good, "version": 1}), json.dumps(good).replace('"player": 0', '"player": 1')):
        path.write_text(text)
        with pytest.raises(ParlourError, match=r"cannot be read: .*; to delete them: .*practice --forget"):
            loaded()
        assert path.read_text() == text


def test_positions_of_a_game_that_is_not_installed_stay_in_the_file(home: Path) -> None:
    asked(TURNING, "show")
    path = home / "practice" / "missed.json"
    path.write_text(path.read_text().replace("color-capture", "no-such-game"))
    missed = loaded()
    assert not missed.schedule
    missed.answer(OPENING, right=False, now=0.0)
    assert "no-such-game" in path.read_text()


def test_two_programs_at_once_keep_the_positions_of_both() -> None:
    first, second = MissedPositions(), MissedPositions()
    second.load()
    first.answer(TURNING, right=False, now=1.0)
    other = Exercise(Line(CAPTURE), 0)
    second.answer(other, right=False, now=2.0)
    assert set(loaded().schedule) == {TURNING, other}


def test_a_full_disk_does_not_end_practice(home: Path) -> None:
    home.mkdir(parents=True)
    (home / "practice").write_text("in the way")
    assert "Note: missed positions cannot be saved to " in asked(TURNING, "9")


def test_a_session_at_the_keyboard(tmp_path: Path) -> None:
    session = PtySession(tmp_path, "practice", "color-capture", "--count", "2", "--seed", "3")
    assert "Find a choice without a loss" in session.until("Position 1 of 2, a new position.")
    session.answer("): ", "show")
    session.until("Perfect play: take position")
    session.until("Position 2 of 2")
    session.answer("): ", "q")
    session.until("Nothing was graded.")
    assert session.end() == 0
    assert len(json.loads((tmp_path / "parlour" / "practice" / "missed.json").read_text())["positions"]) == 1


def test_a_missed_position_is_asked_first() -> None:
    missed = MissedPositions()
    missed.answer(TURNING, right=False, now=0.0)
    reader = Reader("1")
    session_of(Practice(solution_of(CAPTURE), (), Random(1)), reader, missed, float(DAY)).run(1)
    assert "Position 1 of 1, which you missed before. You are Player 1." in reader.shown
    assert "1 of 1 right, mean loss per choice 0." in reader.shown


def test_practice_ends_with_the_input_or_when_there_is_nothing_to_ask(monkeypatch: pytest.MonkeyPatch) -> None:
    reader = Reader()
    session_of(Practice(solution_of(CAPTURE), (), Random(1)), reader).run(5)
    assert reader.shown.rstrip().endswith("Nothing was graded.")
    monkeypatch.setattr("parlour.coach.practice.draw_exercise", lambda *_: TURNING)
    reader = Reader("1", "1")
    session_of(Practice(solution_of(CAPTURE), (), Random(1)), reader).run(5)
    assert "There are no further positions." in reader.shown  # the same position is not asked twice
    assert reader.answers == ["1"]


def test_a_question_that_leads_to_another_is_asked_to_its_end() -> None:
    siege = Exercise(Line(parlour.game("tower-siege")), 0)
    shown = asked(siege, "1", "3")
    assert "Right: move 3 has no loss." in shown


def test_a_position_says_where_it_comes_from_and_its_mirror_image_is_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("parlour.coach.practice.draw_exercise", lambda *_: TURNING)
    reader = Reader("1")
    session_of(Practice(solution_of(CAPTURE), [blunder().line], Random(1)), reader).run(1)
    assert "Position 1 of 1, from a match of yours." in reader.shown
    mirrored = Exercise(Line(WAR, [(3, 1)]), 0), Exercise(Line(WAR, [(1, 3)]), 1)
    drawn = iter([OPENING, OPENING._replace(player=1), *mirrored])
    monkeypatch.setattr("parlour.coach.practice.draw_exercise", lambda *_: next(drawn, None))
    reader = Reader("show", "show")
    session_of(Practice(solution_of(WAR), (), Random(1)), reader).run(5)
    assert "Position 2 of 5, a new position." in reader.shown
    assert "There are no further positions." in reader.shown


def test_a_mix_that_does_not_add_up_is_mentioned() -> None:
    assert "They add up to 80, not to 100; they count in proportion." in asked(OPENING, "mix 0 30, 4 50")
    assert "add up" not in asked(OPENING, "mix 0 33.3, 4 66.6")
