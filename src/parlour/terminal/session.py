"""A match at one keyboard: draws, asks, tells what happened, and saves as it goes."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path
from random import SystemRandom
from textwrap import wrap

from parlour import storage
from parlour.games.errors import TooLarge
from parlour.games.vocabulary import Line, Question, Span
from parlour.match.match import Match
from parlour.match.transcript import closing, history, match_line
from parlour.players.driver import let_choose
from parlour.players.protocol import Player
from parlour.terminal.autosave import Autosave
from parlour.terminal.commands import Command, Refusal, help_lines, interpret
from parlour.terminal.console import Console, EndOfInput, NotPrivate
from parlour.terminal.hints import UNFAIR, draw_lines, hint_lines
from parlour.terminal.keyboard import Keyboard, Source
from parlour.terminal.progress import solved
from parlour.terminal.review import OFFER, review_lines

REMEMBERED = 4  # rounds drawn beside the board


class Quit(Exception):
    """A player wants to leave; the match is saved."""


class TakenBack(Exception):
    """The last decision was undone: the one at hand is no longer the one to make."""


class Session:
    """Seats without a player are people; they answer through `source`."""

    def __init__(
        self,
        match: Match,
        players: tuple[Player | None, Player | None],
        console: Console,
        source: Source | None = None,
    ) -> None:
        self.match = match
        self.players = players
        self.console = console
        self.autosave = Autosave(None)  # until one is given: nothing is kept of a match that is refused below
        self.source = source or Keyboard(console)
        self.people = tuple(seat for seat in (0, 1) if players[seat] is None)
        self.words, self.rules = match.game.words, match.game.rules
        self.told_trouble = ""
        self.private = len(self.people) == 2 and self.words.SECRET
        if self.private and source is None and not console.interactive:
            raise NotPrivate

    def run(self) -> None:
        """Plays to the end. EndOfInput, KeyboardInterrupt and Quit leave it saved up to its last decision."""
        with self.source.private() if self.private else nullcontext():
            self._run()

    def _run(self) -> None:
        self._keep()
        self.console.say(*self._opening())
        while self.match.to_act:
            try:
                self._decide()
            except TakenBack:
                self.console.say("Taken back.")
            self._keep()
        if self.console.draws:
            self._draw(remembered=0)
        self.console.say(*closing(self.match))

    def _opening(self) -> list[str]:
        """What is being played, by whom, and how to get help; then the lines that open the game."""
        lines = []
        if self.console.draws and self.people:
            lines += [f"{self.match.game.title}: {self.words.TAGLINE}"]
            hint = ", hint for a hint" if self._against_computer else ""
            lines += [self._who(), f"Type ? for help, rules for the rules{hint}, quit to leave.", ""]
        if self.match.decisions:
            return [*lines, f"Going on with {match_line(self.match)}."]
        return lines + self.words.welcome(self.rules)

    def _who(self) -> str:
        first, second = self.words.PLAYERS
        if len(self.people) == 2:
            return f"Two people play: {first} and {second}."
        you, other = (first, second) if self.people == (0,) else (second, first)
        return f"You are {you}; {other} is the player {self.match.seats[1 - self.people[0]]}."

    def _decide(self) -> None:
        """One decision: everybody who takes part chooses, then all is told at once."""
        match, number = self.match, len(self.match.decisions) + 1
        state = match.view().state
        questions = self.words.ask(self.rules, state)
        self.console.say(*self.words.heading(self.rules, state, number, self.console.width))
        asked = [question for question in questions if question.player in self.people]
        if asked and self.console.draws:
            self._draw()
        with self.source.secret_round() if len(asked) == 2 else nullcontext():
            for question in questions:
                self._choose(question, secret=len(asked) == 2)
                if match.result.failure:
                    return
                if len(asked) == 2 and question is asked[0]:
                    self.source.hand_over(self.words.PLAYERS[asked[1].player])
                    if self.console.draws:
                        self._draw()
        step = match.step(-1)
        told = self.words.events(self.rules, step.before, step.first, step.second, step.after, self.people)
        self.console.say(*told)

    def _choose(self, question: Question, secret: bool) -> None:
        player = self.players[question.player]
        if secret and self.source.takes_commands:
            self.console.say(f"({self.words.PLAYERS[question.player]} chooses: what you type is not shown.)")
        if player is None:
            self.match.choose(question.player, self._answer(question, secret))
        else:
            let_choose(self.match, question.player, player)

    def _answer(self, question: Question, secret: bool) -> int:
        """Asks until there is an answer."""
        current = question
        while True:
            meaning = interpret(self.source.read(current, secret), current)
            if isinstance(meaning, int):
                return meaning
            if isinstance(meaning, Question):
                current = meaning
            elif isinstance(meaning, Refusal):
                self.source.refuse(meaning, current, secret)
            elif not self.source.takes_commands:
                self.source.refuse(Refusal(meaning.name, "commands are for people"), current, secret)
            elif meaning.name == "undo" and current is not question:
                current = question
            else:
                self._command(meaning, current)

    def _command(self, command: Command, question: Question) -> None:
        say, match = self.console.say, self.match
        if command.name == "?":
            say(*help_lines(match.game, match.view().state, question, hints=self._against_computer))
        elif command.name == "rules":
            self.console.page(match.game.rulebook())
        elif command.name == "history":
            say("", *(history(match) or ["Nothing has been decided yet."]), "")
        elif command.name == "hint":
            self._hint(question.player, draw=command.argument == "draw")
        elif command.name == "undo":
            self._undo(question.player)
        elif command.name == "save":
            self._save(command.argument)
        else:
            raise Quit

    @property
    def _against_computer(self) -> bool:
        return len(self.people) == 1

    def _hint(self, player: int, draw: bool) -> None:
        if not self._against_computer:
            self.console.say(UNFAIR)
            return
        view = self.match.view(player)
        try:
            solution = solved(self.match.game)
        except TooLarge as error:
            self._tell([f"Sorry, there is no hint: {error}"])
            return
        self._tell(draw_lines(solution, view, SystemRandom()) if draw else hint_lines(solution, view))

    def review(self) -> None:
        """After a game against a computer: offers to tell what the person at this keyboard gave away."""
        offered = self._against_computer and self.match.result.outcome in ("won", "drawn")
        if not offered or not self.console.interactive or not self.source.takes_commands:
            return
        try:
            answer = self.console.read(OFFER).strip(" \t").lower()
        except EndOfInput:
            return
        if answer not in ("review", "r", "y", "yes"):
            return
        try:
            lines = review_lines(solved(self.match.game), self.match.decisions, self.people[0])
        except TooLarge as error:
            lines = [f"Sorry, nobody can tell: {error}"]
        self._tell(lines)

    def _tell(self, lines: list[str]) -> None:
        """A paragraph apart from the game's own lines, broken where the page ends."""
        width = min(self.console.width, 80) - 1
        self.console.say("", *(part for line in lines for part in (wrap(line, width) or [""])), "")

    def _undo(self, player: int) -> None:
        length = self.match.undo_length(player, self.people)
        if length:
            self.match.undo(length)
            raise TakenBack
        mine = not self.match.decisions or len(self.people) == 1
        self.console.say("There is nothing to take back." if mine else "That would undo the other player's part.")

    def _save(self, file: str) -> None:
        if not file:
            self.console.say(*self.autosave.way_back(finished=False))
            return
        try:
            path = Path(file).expanduser()
            storage.claim(path)
            storage.save(self.match, path)
            self.console.say(f"A copy is saved in {path}.")
        except FileExistsError:
            self.console.say(f"Not saved: {path} exists already.")
        except (OSError, RuntimeError, ValueError) as error:  # no such place, no such user, no such name
            self.console.say(f"Not saved: {getattr(error, 'strerror', None) or error}.")

    def _keep(self) -> None:
        self.autosave.keep(self.match)
        if self.autosave.trouble != self.told_trouble:
            self.told_trouble = self.autosave.trouble
            self.console.say(f"Note: {self.told_trouble or 'the match is saved again'}. You can play on.")

    def _draw(self, remembered: int = REMEMBERED) -> None:
        lines: list[Line] = [(), *self.words.board(self.rules, self.match.view().state), ()]
        last = history(self.match, remembered)
        if last:
            lines += [*((Span(f"  {line}", "dim"),) for line in last), ()]
        self.console.draw(lines)
