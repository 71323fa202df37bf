"""Steps through a match at the terminal, forward and back: the board, what happened, and the exact value."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parlour.coach.wording import loss_text, mix_text, value_bar, wide_proof_line
from parlour.games.errors import ParlourError, shorten
from parlour.games.vocabulary import Line, Span, count
from parlour.match.match import Match
from parlour.match.transcript import closing, history, match_line
from parlour.terminal.console.board import board_lines
from parlour.terminal.console.console import Console
from parlour.terminal.console.format import telling, wrapped
from parlour.terminal.console.interrupts import EndOfInput, Terminated
from parlour.terminal.console.progress import solve_with_bar

if TYPE_CHECKING:
    from parlour.solver.grading import Graded

HELP = [
    "You can type:",
    "  Enter    go one decision forward",
    "  b        go one decision back",
    "  12       go to decision 12; 0 is the start",
    "  first    go to the start",
    "  last     go to the end",
    "  m        go to the next mistake",
    "  list     show every decision",
    "  q        leave",
]
FORWARD = ("", "n", "next", "forward")
BACK = ("b", "back", "p", "previous")
FIRST, LAST = ("first", "start"), ("last", "end")
MISTAKE, LIST = ("m", "mistake"), ("list", "history")
HELPING, LEAVING = ("?", "help"), ("q", "quit", "exit")


class Replay:
    """A place in a match, which the reader moves. The match itself never changes."""

    def __init__(self, match: Match, console: Console) -> None:
        self.match, self.console = match, console
        self.place = 0  # how many decisions have been made
        self.graded: tuple[Graded, ...] = ()  # stays empty if there is no solution

    def run(self) -> None:
        """Show the start, then whatever the reader asks for, until the reader leaves."""
        say = self.console.say
        say(match_line(self.match))
        if self.match.decisions:
            say(*wrapped(self.console, self._grade()))
        self._show()
        with self.console.redrawing(self._show):
            while True:
                try:
                    typed = self.console.read(self._prompt()).strip().lower()
                except EndOfInput:
                    say("")
                    return
                if typed in LEAVING:
                    return
                self._answer(typed)

    def _grade(self) -> list[str]:
        """Find the exact values. If there are none, the match can be seen without them."""
        from parlour.solver.grading import grade  # not at the top: it loads NumPy

        try:
            solution = solve_with_bar(self.match.game)
            self.graded = grade(solution, self.match.decisions)
        except ParlourError as error:
            return [f"There are no exact values: {error}"]
        except Terminated:
            raise
        except KeyboardInterrupt:
            return ["Interrupted: there are no exact values."]
        return [*filter(None, [wide_proof_line(solution)])]

    def _prompt(self) -> str:
        more = self.place < len(self.match.decisions)
        return "Enter for the next, b to go back, ? for help: " if more else "The end. b to go back, q to leave: "

    def _answer(self, typed: str) -> None:
        end = len(self.match.decisions)
        if typed in FORWARD:
            self._go(self.place + 1, "This is the end; q to leave.")
        elif typed in BACK:
            self._go(self.place - 1, "This is the start.")
        elif typed in FIRST:
            self._go(0)
        elif typed in LAST:
            self._go(end)
        elif typed in MISTAKE:
            self._go(self._next_mistake(), "There is no mistake after this decision.")
        elif typed in LIST:
            self.console.say("", *(history(self.match) or ["Nothing has been decided yet."]), "")
        elif typed in HELPING:
            self.console.say("", *HELP, "")
        elif typed.isdecimal() and typed.isascii():
            self._go(int(typed[:9]), f"There are only {count(end, 'decision')}.")
        else:
            self.console.discard_input()
            self.console.say(f"{shorten(typed, 30)} is not an answer here; ? for help.")

    def _go(self, place: int, otherwise: str = "") -> None:
        if 0 <= place <= len(self.match.decisions):
            self.place = place
            self._show()
        else:
            self.console.say(otherwise)

    def _next_mistake(self) -> int:
        """The place after the next decision that gave something away; -1 if there is none."""
        later = self.graded[self.place :]
        return next((decision.number for decision in later if decision.worst.loss), -1)

    def _show(self) -> None:
        """The last decision, the board after it, and its value."""
        match, words, rules, end = self.match, self.match.game.words, self.match.game.rules, len(self.match.decisions)
        heading = f"Decision {self.place} of {end}" if self.place else f"The start, before {count(end, 'decision')}"
        lines: list[Line] = [(), (Span(heading, "strong"),)]
        state = match.game.shown(match.game.start())
        if self.place:
            step = match.step(self.place - 1)
            state = step.after
            events = words.events(rules, step.before, step.first, step.second, state, ())
            lines += [(Span(line),) for line in trimmed(telling(events))]
        lines += [(), *board_lines(self.console, match.game, state), ()]
        self.console.draw(lines)
        if self.graded:
            self.console.say(*wrapped(self.console, self._value_lines()), "")
        if self.place == end:
            self.console.say(*trimmed(closing(match)))

    def _value_lines(self) -> list[str]:
        """The value now, and what the last decision did to it."""
        game = self.match.game
        if not self.place:
            return [f"Value for {game.words.PLAYERS[0]}: {value_bar(self.graded[0].value)}"]
        decision = self.graded[self.place - 1]
        lines = [f"Value for {game.words.PLAYERS[0]}: {value_bar(decision.value_after)}"]
        for choice in decision.choices:
            if choice.loss:
                best = mix_text(game, decision.before, choice.player, choice.best)
                name = game.words.PLAYERS[choice.player]
                lines.append(f"{name} gave away {loss_text(choice.loss)}; better: {best}.")
        if decision.luck:
            lines.append(f"Luck of {game.words.PLAYERS[decision.luck < 0]}: {abs(decision.luck):.3f}.")
        return lines


def trimmed(lines: list[str]) -> list[str]:
    """Without empty lines at the beginning and at the end."""
    return "\n".join(lines).strip("\n").split("\n")
