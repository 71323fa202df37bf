"""`parlour practice` at the keyboard: shows a position, and asks for a choice without a loss, or for a mix."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING

from parlour.games.errors import ParlourError, shorten
from parlour.games.game import Game
from parlour.games.vocabulary import Question, Span
from parlour.match.match import HUMAN
from parlour.terminal.console.asking import word_lines
from parlour.terminal.console.console import Console
from parlour.terminal.console.format import board_lines, say_text
from parlour.terminal.console.interrupts import EndOfInput
from parlour.terminal.console.progress import solve_with_bar
from parlour.terminal.matches.library import saved_matches
from parlour.terminal.matches.missed import MissedPositions
from parlour.terminal.play.commands import Invalid, allowed_text, interpret, invalid_lines
from parlour.terminal.play.rulebook import show_rules

if TYPE_CHECKING:
    from parlour.coach.practice import Practice
    from parlour.coach.repetition import Exercise

QUESTIONS = 10
INTRODUCTION = (
    "Find a choice without a loss against a perfect opponent. Type it as in the game; show shows the answer, "
    "? what else you can type, q leaves."
)
MIXES = "You can also state a mix, such as: mix {first} 40, {second} 60"


def practise(console: Console, game: Game, questions: int = QUESTIONS, seed: int | None = None) -> None:
    """Ask about positions of a game. Raises ParlourError if it cannot be solved."""
    from parlour.coach.practice import Practice  # not at the top: it loads NumPy

    missed = MissedPositions()
    missed.load()
    matches = [saved.match for saved in saved_matches()]
    own = [match.line for match in matches if match.game == game and HUMAN in match.seats and match.line.choices]
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
                chosen = self.practice.choose(self.missed.schedule.due(self.game, self.clock()))
                if chosen is None:
                    self.console.say("", "There are no further positions.")
                    break
                exercise, origin = chosen
                if not self._ask(exercise, f"{number} of {questions}, {origin}"):
                    break
        except EndOfInput:
            self.console.say("")
        waiting = sum(exercise.game == self.game for exercise in self.missed.schedule.waiting)
        self.console.say("", self.practice.summary(waiting))

    def _ask(self, exercise: Exercise, title: str) -> bool:
        """Show a position, grade the answer and remember a wrong one. False if the person wants to leave."""
        game, state, player = self.game, self.game.shown(exercise.state), exercise.player
        heading = (Span(f"Position {title}. You are {game.words.PLAYERS[player]}.", "strong"),)

        def show() -> None:
            self.console.draw([(), heading, (), *board_lines(self.console, game, state), ()])

        show()
        question = next(each for each in game.words.ask(game.rules, state) if each.player == player)
        if len(exercise.line.to_act) == 2:
            answers = list(question.answers)
            self.console.say(MIXES.format(first=answers[0], second=answers[-1]), "")
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
            if word in ("q", "quit", "exit"):
                return None
            if word == "show":
                return {}
            if word in ("?", "help"):
                self._help(current, exercise)
                continue
            if word == "rules":
                show_rules(self.console, self.game)
                if not self.console.plain:
                    self.console.redraw()
                continue
            try:
                if word.startswith("mix "):
                    return self._parse_mix(typed[4:], question, exercise)
                meaning = self._meaning(typed, current, exercise)
            except ParlourError as error:
                self.console.say(f"{error}.")
                continue
            if isinstance(meaning, int):
                return {meaning: 1.0}
            if isinstance(meaning, Question):
                current = meaning
            else:
                self.console.discard_input()
                self.console.say(*invalid_lines(meaning, current, secret=False))

    def _help(self, question: Question, exercise: Exercise) -> None:
        """Everything that can be typed here."""
        answers = list(question.answers)
        words = {"show": "see the answer", "rules": "read the rules", "q": "leave"}
        if len(exercise.line.to_act) == 2:
            words = {f"mix {answers[0]} 40, {answers[-1]} 60": "state a mix, in percent", **words}
        self.console.tell("", f"You can type {allowed_text(question)}, or:", *word_lines(words), "")

    def _meaning(self, typed: str, question: Question, exercise: Exercise) -> int | Question | Invalid:
        state, player = exercise.state, exercise.player
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
