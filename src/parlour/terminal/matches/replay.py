"""Steps through a match at the terminal, forward and back: the board, the events, and the exact value."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parlour.coach.reviews import review_match
from parlour.coach.wording import mix_text, value_bar, wide_proof_line
from parlour.games.errors import ParlourError, shorten
from parlour.games.line import turn_events
from parlour.games.vocabulary import Line, Span, count, loss_text, trim
from parlour.match.match import Match
from parlour.match.transcript import closing, history, match_line
from parlour.terminal.console.asking import BACK, HELP, LEAVE
from parlour.terminal.console.console import Console
from parlour.terminal.console.format import board_lines, say_text, without_scores
from parlour.terminal.console.interrupts import CalculationStopped, EndOfInput, stop_on_ctrl_c
from parlour.terminal.console.progress import solve_with_bar

if TYPE_CHECKING:
    from parlour.solver.review import ReviewedTurn

NEXT = "Enter for the next, b to go back, ? for help: "
END = "The end. b to go back, q to leave: "
ABOUT = [
    "You can type:",
    "  Enter    go one turn forward",
    "  b        go one turn back",
    "  12       go to turn 12; 0 is the start",
    "  first    go to the start",
    "  last     go to the end",
    "  m        go to the next mistake",
    "  list     show every turn",
    "  q        leave",
]


class ReplayViewer:
    """A place in a match, which the reader moves. The match itself never changes."""

    def __init__(self, match: Match, console: Console) -> None:
        self.match, self.console = match, console
        self.place = 0  # how many turns have been played
        self.reviewed: tuple[ReviewedTurn, ...] = ()  # stays empty if there is no solution

    def run(self) -> None:
        """Show the start, then each turn that the reader asks for, until the reader leaves."""
        self.console.say(match_line(self.match))
        if self.match.line.choices:
            say_text(self.console, self._review())
        self._show()
        with self.console.redrawing(self._show):
            while True:
                try:
                    typed = self.console.read(NEXT if self.place < len(self.match.line) else END).strip().lower()
                except EndOfInput:
                    self.console.say("")
                    return
                if typed in LEAVE:
                    return
                self._answer(typed)

    def _review(self) -> list[str]:
        """Find the exact values. If there are none, the match can be seen without them."""
        try:
            with stop_on_ctrl_c():
                solution = solve_with_bar(self.match.game)
                self.reviewed = review_match(solution, self.match).turns
        except CalculationStopped:
            return ["Interrupted: there are no exact values."]
        except ParlourError as error:
            return [f"There are no exact values: {error}"]
        return [*filter(None, [wide_proof_line(solution)])]

    def _answer(self, typed: str) -> None:
        end = len(self.match.line)
        if typed in ("", "n", "next", "forward"):
            self._go(self.place + 1, "This is the end; q to leave.")
        elif typed in (*BACK, "p", "previous"):
            self._go(self.place - 1, "This is the start.")
        elif typed in ("first", "start"):
            self._go(0)
        elif typed in ("last", "end"):
            self._go(end)
        elif typed in ("m", "mistake"):
            mistakes = [turn.number for turn in self.reviewed[self.place :] if turn.worst.loss]
            self._go(mistakes[0] if mistakes else -1, "There is no mistake after this turn.")
        elif typed in ("list", "history"):
            self.console.say("", *(history(self.match) or ["No turn has been played yet."]), "")
        elif typed in HELP:
            self.console.say("", *ABOUT, "")
        elif typed.isdecimal() and typed.isascii():
            self._go(int(typed[:9]), f"There are only {count(end, 'turn')}.")
        else:
            self.console.discard_input()
            self.console.say(f"{shorten(typed, 30)} is not an answer here; ? for help.")

    def _go(self, place: int, otherwise: str = "") -> None:
        if 0 <= place <= len(self.match.line):
            self.place = place
            self._show()
        else:
            self.console.say(otherwise)

    def _show(self) -> None:
        """The last turn, the board after it, and its value."""
        match, game, end = self.match, self.match.game, len(self.match.line)
        heading = f"Turn {self.place} of {end}" if self.place else f"The start, before {count(end, 'turn')}"
        lines: list[Line] = [(), (Span(heading, "strong"),)]
        state = game.shown(game.start())
        if self.place:
            turn = match.line.public_turn(self.place - 1)
            state = turn.after
            lines += [(Span(line),) for line in trim(without_scores(turn_events(game, turn)))]
        lines += [(), *board_lines(self.console, game, state), ()]
        self.console.draw(lines)
        if self.reviewed:
            say_text(self.console, [*self._value_lines(), ""])
        if self.place == end:
            self.console.say(*trim(closing(match)))

    def _value_lines(self) -> list[str]:
        """The value now, and its change by the last turn."""
        game = self.match.game
        turn = self.reviewed[max(self.place - 1, 0)]
        lines = [f"Value for {game.words.PLAYERS[0]}: {value_bar(turn.value_after if self.place else turn.value)}"]
        if not self.place:
            return lines
        for choice in turn.choices:
            if choice.loss:
                best = mix_text(game, turn.before, choice.player, choice.best)
                name = game.words.PLAYERS[choice.player]
                lines.append(f"{name} had a loss of {loss_text(choice.loss)}; better: {best}.")
        if turn.luck:
            lines.append(f"Luck of {game.words.PLAYERS[turn.luck < 0]}: {abs(turn.luck):.3f}.")
        return lines
