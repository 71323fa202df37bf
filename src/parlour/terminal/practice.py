"""Practice: find a choice that gives nothing away, or state a mix. The exact solution grades every answer."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Sequence
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from parlour.coach.wording import loss_text, mix_text, value_bar
from parlour.games.errors import ParlourError, shorten
from parlour.games.game import Game
from parlour.games.vocabulary import Question, Span, count, seen_by
from parlour.match.match import HUMAN, Match
from parlour.terminal.console.asking import word_lines
from parlour.terminal.console.console import Console
from parlour.terminal.console.format import board_lines, wrap_lines
from parlour.terminal.console.interrupts import EndOfInput
from parlour.terminal.console.solving import solve_with_bar
from parlour.terminal.matches.library import saved_matches
from parlour.terminal.missed import Missed, Position
from parlour.terminal.play.commands import Invalid, allowed_text, interpret, invalid_lines
from parlour.terminal.play.rulebook import show_rules
from parlour.terminal.positions import new_position

if TYPE_CHECKING:
    from parlour.solver.solution import Solution

CLOSE = 0.05  # a mix may give away this much and still be right: nobody finds the exact chances
QUESTIONS = 10
DRAWS = 100  # tries to find a position that was not asked yet
INTRODUCTION = (
    "Find a choice that gives nothing away against a perfect opponent. Type it as in the game; show shows the answer, "
    "? what else you can type, q leaves."
)
MIXES = "You can also state a mix, such as: mix {first} 40, {second} 60"


def practise(console: Console, game: Game, questions: int = QUESTIONS, seed: int | None = None) -> None:
    """Ask about positions of a game. Raises ParlourError if it cannot be solved."""
    missed = Missed()
    missed.load()
    found = (saved.match for saved in saved_matches(lambda _: None))
    own = [match for match in found if match.game == game and HUMAN in match.seats and match.decisions]
    Practice(solve_with_bar(game), console, missed, own, Random(seed), time.time).run(questions)


class Answer(NamedTuple):
    """What somebody chose: a mix, which is often a single action. No mix at all asks for the answer."""

    mix: dict[int, float]


class Practice:
    """Asks about positions of one game. `clock` gives the time in seconds since 1970."""

    def __init__(
        self,
        solution: Solution,
        console: Console,
        missed: Missed,
        own: Sequence[Match],
        random: Random,
        clock: Callable[[], float],
    ) -> None:
        self.solution, self.console, self.missed, self.own = solution, console, missed, own
        self.random, self.clock = random, clock
        self.game = solution.game
        self.losses: list[float] = []
        self.right = 0
        self._asked: set[tuple[object, int]] = set()  # states and players

    def run(self, questions: int) -> None:
        """Ask this many questions; the end of the input ends practice earlier."""
        self.console.say(*wrap_lines(self.console, [f"{self.game.title}: practice.", INTRODUCTION]))
        try:
            for number in range(1, questions + 1):
                position, where = self._next()
                if position is None or not self._ask(position, f"{number} of {questions}, {where}"):
                    break
        except EndOfInput:
            self.console.say("")
        self.console.say(*self._summary())

    def _next(self) -> tuple[Position | None, str]:
        """The position that has waited longest to come back, or else a new one."""
        for position in self.missed.due(self.game, self.clock()):
            if self._is_new(position):
                return position, "which you missed before"
        for _ in range(DRAWS):
            drawn = new_position(self.solution, self.own, self.random)
            if drawn is not None and self._is_new(drawn):
                return drawn, "from a match of yours" if self._is_own(drawn) else "a new position"
        self.console.say("", "There are no further positions.")
        return None, ""

    def _is_new(self, position: Position) -> bool:
        """Whether the state was not asked yet, nor its mirror image; two matches may lead to the same one."""
        state, player = position.state, position.player
        new = (state, player) not in self._asked
        self._asked.add((state, player))
        if hasattr(self.game.module, "mirror"):
            self._asked.add((self.game.module.mirror(self.game.rules, state), 1 - player))
        return new

    def _is_own(self, position: Position) -> bool:
        length = len(position.decisions)
        return length > 0 and any(match.decisions[:length] == position.decisions for match in self.own)

    def _ask(self, position: Position, title: str) -> bool:
        """Show a position, grade the answer and remember a wrong one. False if the person wants to leave."""
        game, state, player = self.game, self.game.shown(position.state), position.player
        name = game.words.PLAYERS[player]
        heading = (Span(f"Position {title}. You are {name}.", "strong"),)

        def show() -> None:
            self.console.draw([(), heading, (), *board_lines(self.console, game, state), ()])

        show()
        question = next(each for each in game.words.ask(game.rules, state) if each.player == player)
        if len(game.to_act(position.state)) == 2:
            answers = list(question.answers)
            self.console.say(MIXES.format(first=answers[0], second=answers[-1]), "")
        with self.console.redrawing(show):
            answer = self._answer(question, position)
        if answer is None:
            return False
        loss = self._loss(position, answer.mix) if answer.mix else None
        right = loss is not None and (loss <= CLOSE if len(answer.mix) > 1 else not loss)
        self.console.say("", *wrap_lines(self.console, self._verdict(position, answer.mix, loss, right)))
        if loss is not None:
            self.losses.append(loss)
            self.right += right
        try:
            self.missed.answered(position, right, self.clock())
        except ParlourError as error:
            self.console.say(f"Note: {error}.")
        return True

    def _answer(self, question: Question, position: Position) -> Answer | None:
        """Ask until the answer is an action, a mix or `show`; None to leave."""
        current = question
        while True:
            typed = self.console.read(current.prompt).strip()
            word = typed.lower()
            if word in ("q", "quit", "exit"):
                return None
            if word == "show":
                return Answer({})
            if word in ("?", "help"):
                self._help(current, position)
                continue
            if word == "rules":
                show_rules(self.console, self.game)
                if not self.console.plain:
                    self.console.redraw()
                continue
            try:
                if word.startswith("mix "):
                    return Answer(self._stated_mix(typed[4:], question, position))
                meaning = self._meaning(typed, current, position)
            except ParlourError as error:
                self.console.say(f"{error}.")
                continue
            if isinstance(meaning, int):
                return Answer({meaning: 1.0})
            if isinstance(meaning, Question):
                current = meaning
            else:
                self.console.discard_input()
                self.console.say(*invalid_lines(meaning, current, secret=False))

    def _help(self, question: Question, position: Position) -> None:
        """Everything that can be typed here."""
        answers = list(question.answers)
        words = {"show": "see the answer", "rules": "read the rules", "q": "leave"}
        if len(self.game.to_act(position.state)) == 2:
            words = {f"mix {answers[0]} 40, {answers[-1]} 60": "state a mix, in percent", **words}
        self.console.tell("", f"You can type {allowed_text(question)}, or:", *word_lines(words), "")

    def _meaning(self, typed: str, question: Question, position: Position) -> int | Question | Invalid:
        state, player = position.state, position.player
        meaning = interpret(typed, question, lambda action: self.game.label(state, player, action))
        return meaning if isinstance(meaning, int | Question | Invalid) else Invalid(typed, "this is practice")

    def _stated_mix(self, text: str, question: Question, position: Position) -> dict[int, float]:
        """`rest 20, move 3 80`: choices, each with a weight. The weights need not add up to 100."""
        mix: dict[int, float] = {}
        for part in text.split(","):
            found = re.fullmatch(r"\s*(.+?)\s+([0-9]{1,6}(?:\.[0-9]{1,6})?)\s*%?\s*", part)
            if found is None:
                raise ParlourError(f"a mix is a list such as 2 40, 5 60, not {shorten(text, 40)}")
            action = self._meaning(found[1], question, position)
            if not isinstance(action, int):
                raise ParlourError(f"{shorten(found[1], 30)} is not a choice here")
            mix[action] = mix.get(action, 0.0) + float(found[2])
        total = sum(mix.values())
        if not total:
            raise ParlourError("some choice of a mix needs a chance above 0")
        if abs(total - 100.0) > 1.0:
            self.console.say(f"They add up to {total:g}, not to 100; they count in proportion.")
        return {action: weight / total for action, weight in mix.items() if weight}

    def _loss(self, position: Position, mix: dict[int, float]) -> float:
        """What a mix gives away: the value, less what it guarantees. A single action is graded as in a review."""
        state, player = position.state, position.player
        if len(mix) == 1:
            return self.solution.loss(state, player, next(iter(mix)))
        return max(0.0, seen_by(player, self.solution.value(state)) - guaranteed(self.solution, position, mix))

    def _verdict(self, position: Position, mix: dict[int, float], loss: float | None, right: bool) -> list[str]:
        game, state, player = self.game, position.state, position.player
        best = mix_text(game, state, player, self.solution.policy(state, player))
        value = seen_by(player, self.solution.value(state))
        if loss is None:
            return [f"Perfect play: {best}.", f"  value  {value_bar(value)}"]
        chosen = mix_text(game, state, player, mix)
        if not loss:
            return [f"Right: {chosen} gives nothing away.", f"  value  {value_bar(value)}", f"Perfect play: {best}."]
        return [
            f"{'Close enough' if right else 'Wrong'}: {chosen} gives away {loss_text(loss)}.",
            f"  yours  {value_bar(value - loss)}",
            f"  better {value_bar(value)}  {best}",
            *([] if right else ["This position will come back."]),
        ]

    def _summary(self) -> list[str]:
        if not self.losses:
            return ["", "Nothing was graded."]
        mean = sum(self.losses) / len(self.losses)
        waiting = sum(position.game == self.game for position in self.missed.waiting)
        later = f" {count(waiting, 'position')} will come back." if waiting else ""
        given = f"{loss_text(mean)} given away on average" if mean else "nothing given away"
        return ["", f"{self.right} of {len(self.losses)} right, {given}.{later}"]


def guaranteed(solution: Solution, position: Position, mix: dict[int, float]) -> float:
    """What a mix is worth against the reply that hurts it most."""
    from parlour.solver.solution import own_rows  # not at the top: it loads NumPy

    game, state, player = solution.game, position.state, position.player
    solution.value(state)  # the table contains the state from now on
    table = solution.stored
    rows = own_rows(table.outcomes(state).of(table.arrays.values), player)
    options = {action: option for option, action in enumerate(game.actions(state, player))}
    return float(sum(chance * rows[options[action]] for action, chance in mix.items()).min())
