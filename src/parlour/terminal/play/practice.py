"""Practice at the keyboard: asks for choices without a loss, and keeps the positions that were missed in a file."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

from parlour.coach.practice import Exercise, Practice, Schedule, Waiting, due_exercises, reschedule
from parlour.files import write_file
from parlour.games.catalogue import named_game
from parlour.games.errors import ParlourError, reason, shorten
from parlour.games.game import Game
from parlour.games.line import Line
from parlour.games.vocabulary import Question, Span
from parlour.terminal.console.asking import HELP, LEAVE, word_lines
from parlour.terminal.console.console import Console
from parlour.terminal.console.format import board_lines, say_text
from parlour.terminal.console.interrupts import EndOfInput
from parlour.terminal.console.progress import solve_with_bar
from parlour.terminal.matches.saved import command, saved_matches, saves_folder
from parlour.terminal.play.input import Invalid, allowed_text, interpret, invalid_lines
from parlour.terminal.play.show_rules import show_rules

FORMAT, VERSION = "parlour practice", 2
DAMAGE = (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError, OverflowError)
QUESTIONS = 10
INTRODUCTION = (
    "Find a choice without a loss against a perfect opponent. Type it as in the game; show shows the answer, "
    "? what else you can type, q leaves."
)
MIXES = "You can also state a mix, such as: {}"


def practise(console: Console, game: Game, questions: int = QUESTIONS, seed: int | None = None) -> None:
    """Ask about positions of a game. Raises ParlourError if it cannot be solved."""
    missed = MissedPositions()
    missed.load()
    matches = [saved.match for saved in saved_matches()]
    own = [match.line for match in matches if match.game == game and match.people and match.line.choices]
    PracticeSession(Practice(solve_with_bar(game), own, Random(seed)), console, missed, time.time).run(questions)


class PracticeSession:
    """Asks about positions of one game. `clock` gives the time in seconds since 1970."""

    def __init__(
        self, practice: Practice, console: Console, missed: MissedPositions, clock: Callable[[], float]
    ) -> None:
        self.practice, self.console, self.missed, self.clock = practice, console, missed, clock
        self.game = practice.solution.game

    def run(self, questions: int) -> None:
        """Ask this many questions; the end of the input ends practice earlier."""
        say_text(self.console, [f"{self.game.title}: practice.", INTRODUCTION])
        try:
            for number in range(1, questions + 1):
                chosen = self.practice.choose(due_exercises(self.missed.schedule, self.game, self.clock()))
                if chosen is None:
                    self.console.say("", "There are no further positions.")
                    break
                exercise, origin = chosen
                if not self._ask(exercise, f"{number} of {questions}, {origin}"):
                    break
        except EndOfInput:
            self.console.say("")
        waiting = sum(exercise.line.game == self.game for exercise in self.missed.schedule)
        self.console.say("", self.practice.summary(waiting))

    def _ask(self, exercise: Exercise, title: str) -> bool:
        """Show a position, grade the answer and remember a wrong one. False if the person wants to leave."""
        game, state, player = self.game, self.game.shown(exercise.line.state), exercise.player
        heading = (Span(f"Position {title}. You are {game.words.PLAYERS[player]}.", "strong"),)

        def show() -> None:
            self.console.draw([(), heading, (), *board_lines(self.console, game, state), ()])

        show()
        question = next(each for each in game.words.ask(game.rules, state) if each.player == player)
        if len(exercise.line.to_act) == 2:
            self.console.say(MIXES.format(example_of(question)), "")
        with self.console.redrawing(show):
            mix = self._answer(question, exercise)
        if mix is None:
            return False
        if mix:
            mark = self.practice.grade(exercise, mix)
            right, lines = mark.right, self.practice.verdict_lines(exercise, mix, mark)
        else:
            right, lines = False, self.practice.answer_lines(exercise)
        say_text(self.console, ["", *lines])
        try:
            self.missed.answer(exercise, right, self.clock())
        except ParlourError as error:
            self.console.say(f"Note: {error}.")
        return True

    def _answer(self, question: Question, exercise: Exercise) -> dict[int, float] | None:
        """Ask until the answer is an action or a mix; an empty mix to see the answer, None to leave."""
        current = question
        while True:
            typed = self.console.read(current.prompt).strip()
            word = typed.lower()
            if word in LEAVE:
                return None
            if word == "show":
                return {}
            if word in HELP:
                self._help(current, exercise)
            elif word == "rules":
                show_rules(self.console, self.game)
                if not self.console.plain:
                    self.console.redraw()
            elif word.startswith("mix "):
                try:
                    return self._parse_mix(typed[4:], question, exercise)
                except ParlourError as error:
                    self.console.say(f"{error}.")
            else:
                meaning = self._meaning(typed, current, exercise)
                if isinstance(meaning, int):
                    return {meaning: 1.0}
                if isinstance(meaning, Question):
                    current = meaning
                else:
                    self.console.discard_input()
                    self.console.say(*invalid_lines(meaning, current, secret=False))

    def _help(self, question: Question, exercise: Exercise) -> None:
        words = {"show": "see the answer", "rules": "read the rules", "q": "leave"}
        if len(exercise.line.to_act) == 2:
            words = {example_of(question): "state a mix, in percent", **words}
        self.console.tell("", f"You can type {allowed_text(question)}, or:", *word_lines(words), "")

    def _meaning(self, typed: str, question: Question, exercise: Exercise) -> int | Question | Invalid:
        state, player = exercise.line.state, exercise.player
        meaning = interpret(typed, question, lambda action: self.game.label(state, player, action))
        return meaning if isinstance(meaning, int | Question | Invalid) else Invalid(typed, "this is practice")

    def _parse_mix(self, text: str, question: Question, exercise: Exercise) -> dict[int, float]:
        """`rest 20, move 3 80`: choices, each with a weight. The weights need not add up to 100."""
        mix: dict[int, float] = {}
        for part in text.split(","):
            found = re.fullmatch(r"\s*(.+?)\s+([0-9]{1,6}(?:\.[0-9]{1,6})?)\s*%?\s*", part)
            if found is None:
                raise ParlourError(f"a mix is a list such as 2 40, 5 60, not {shorten(text, 40)}")
            action = self._meaning(found[1], question, exercise)
            if not isinstance(action, int):
                raise ParlourError(f"{shorten(found[1], 30)} is not a choice here")
            mix[action] = mix.get(action, 0.0) + float(found[2])
        total = sum(mix.values())
        if not total:
            raise ParlourError("some choice of a mix needs a chance above 0")
        if abs(total - 100.0) > 1.0:
            self.console.say(f"They add up to {total:g}, not to 100; they count in proportion.")
        return {action: weight / total for action, weight in mix.items() if weight}


def example_of(question: Question) -> str:
    """An example of a mix."""
    answers = list(question.answers)
    return f"mix {answers[0]} 40, {answers[-1]} 60"


class MissedPositions:
    """The schedule in a file. Positions of games that are not installed now stay in the file."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path or saves_folder() / "practice" / "missed.json"
        self.schedule: Schedule = {}
        self._others: list[Any] = []  # entries of games that cannot be loaded

    def load(self) -> None:
        """Read the file. If it is damaged, ParlourError says how to start again."""
        try:
            content = json.loads(self.path.read_text(encoding="utf-8"))
            if content["format"] != FORMAT or content["version"] != VERSION:
                raise ValueError("it is from another version of Parlour")
            self.schedule = dict(filter(None, map(self._read, content["positions"])))
        except FileNotFoundError:
            return
        except DAMAGE as error:
            forget = command("practice", "--forget")
            raise ParlourError(
                f"the missed positions in {self.path} cannot be read: {reason(error)}; to delete them: {forget}"
            ) from None

    def _read(self, entry: dict[str, Any]) -> tuple[Exercise, Waiting] | None:
        try:
            game = named_game(entry["game"], **entry["rules"])
        except ParlourError:
            self._others.append(entry)
            return None
        exercise = Exercise(Line(game, entry["turns"]), int(entry["player"]))
        if exercise.player not in exercise.line.to_act:
            raise ValueError("a player is asked who is not to act")
        return exercise, Waiting(int(entry["right"]), float(entry["due"]))

    def answer(self, exercise: Exercise, right: bool, now: float) -> None:
        """Decide when a position comes back, and save that."""
        with suppress(ParlourError):  # the first content is still here
            now_in_file = MissedPositions(self.path)  # another program may have changed it
            now_in_file.load()
            self.schedule, self._others = now_in_file.schedule, now_in_file._others
        before, self.schedule = self.schedule, reschedule(self.schedule, exercise, right, now)
        if self.schedule != before:
            self._save()

    def forget(self, game: Game) -> int:
        """Delete the positions of a game, in any variant, and return how many there were."""
        before = self.schedule
        self.schedule = {each: wait for each, wait in before.items() if each.line.game.name != game.name}
        self._save()
        return len(before) - len(self.schedule)

    def _save(self) -> None:
        """Write the whole file, or leave the old one as it is."""
        entries = [
            {
                "game": exercise.line.game.name,
                "rules": exercise.line.game.named_rules(),
                "turns": exercise.line.choices,
                "player": exercise.player,
                **wait._asdict(),
            }
            for exercise, wait in self.schedule.items()
        ]
        text = json.dumps({"format": FORMAT, "version": VERSION, "positions": [*entries, *self._others]}, indent=1)
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            write_file(self.path, text + "\n")
        except OSError as error:
            raise ParlourError(f"missed positions cannot be saved to {self.path}: {reason(error)}") from None
