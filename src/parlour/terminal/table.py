"""A match at one keyboard: draws, asks, tells what happened, and saves as it goes."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path

from parlour import storage
from parlour.games.errors import ParlourError
from parlour.games.vocabulary import Line, Question, Span
from parlour.match.match import Match
from parlour.match.transcript import closing, history
from parlour.players.driver import let_choose
from parlour.players.protocol import Player
from parlour.terminal.answers import Command, Refusal, help_lines, interpret
from parlour.terminal.console import Console, NotPrivate
from parlour.terminal.keeper import Keeper
from parlour.terminal.keyboard import Keyboard, Source

REMEMBERED = 5  # rounds drawn beside the board


class Quit(Exception):
    """A player wants to leave; the match is saved."""


class TakenBack(Exception):
    """The last decision was undone: the one at hand is no longer the one to make."""


class Table:
    """Seats without a player are people; they answer through `source`."""

    def __init__(
        self,
        match: Match,
        players: tuple[Player | None, Player | None],
        console: Console,
        keeper: Keeper,
        source: Source | None = None,
    ) -> None:
        self.match = match
        self.players = players
        self.console = console
        self.keeper = keeper
        self.source = source or Keyboard(console)
        self.people = tuple(seat for seat in (0, 1) if players[seat] is None)
        self.words, self.rules = match.game.words, match.game.rules
        if len(self.people) == 2 and self.words.SECRET and source is None and not console.interactive:
            raise NotPrivate

    def run(self) -> None:
        """Plays to the end. EndOfInput, KeyboardInterrupt and Quit leave it saved up to its last decision."""
        self._keep()
        self.console.say(*self.words.welcome(self.rules))
        if self.match.decisions:
            self.console.say("", "So far:", *(f"  {line}" for line in history(self.match, REMEMBERED)))
        while self.match.to_act:
            try:
                self._decide()
            except TakenBack:
                self.console.say("Taken back.")
            self._keep()
        if self.console.draws:
            self._draw()
        self.console.say(*closing(self.match))

    def _decide(self) -> None:
        """One decision: everybody who takes part chooses, then all is told at once."""
        match, number = self.match, len(self.match.decisions) + 1
        state = match.view().state
        questions = self.words.ask(self.rules, state)
        self.console.say(*self.words.heading(self.rules, state, number, self.console.width))
        asked = [question for question in questions if question.player in self.people]
        if asked and self.console.draws:
            self._draw()
        with self.source.secret() if len(asked) == 2 else nullcontext():
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
        if player is None:
            self.match.choose(question.player, self._answer(question, secret))
        else:
            let_choose(self.match, question.player, player)

    def _answer(self, question: Question, secret: bool) -> int:
        """Asks until there is an answer."""
        current = question
        while True:
            meaning = interpret(self.source.read(current.prompt, current.mask), current)
            if isinstance(meaning, int):
                return meaning
            if isinstance(meaning, Question):
                current = meaning
            elif isinstance(meaning, Refusal):
                self.source.refuse(meaning, current, secret)
            elif not isinstance(self.source, Keyboard):
                self.source.refuse(Refusal(meaning.name, "commands are for people"), current, secret)
            elif meaning.name == "undo" and current is not question:
                current = question
            else:
                self._command(meaning, current)

    def _command(self, command: Command, question: Question) -> None:
        say, match = self.console.say, self.match
        if command.name == "?":
            say(*help_lines(match.game, match.view().state, question))
        elif command.name == "rules":
            self.console.page(match.game.rulebook())
        elif command.name == "history":
            say("", *(history(match) or ["Nothing has been decided yet."]), "")
        elif command.name == "undo":
            self._undo(question.player)
        elif command.name == "save":
            self._save(command.argument)
        else:
            raise Quit

    def _undo(self, player: int) -> None:
        length = self.match.undo_length(player, self.people)
        if length:
            self.match.undo(length)
            raise TakenBack
        mine = not self.match.decisions or len(self.people) == 1
        self.console.say("There is nothing to take back." if mine else "That would undo the other player's part.")

    def _save(self, file: str) -> None:
        if not file:
            self.console.say(*self.keeper.way_back(finished=False))
            return
        path = Path(file).expanduser()
        try:
            if path.exists():
                raise ParlourError(f"{path} exists already")
            storage.save(self.match, path)
            self.console.say(f"A copy is saved in {path}.")
        except (OSError, ParlourError) as error:
            self.console.say(f"Not saved: {getattr(error, 'strerror', None) or error}.")

    def _keep(self) -> None:
        trouble = self.keeper.trouble
        self.keeper.keep(self.match)
        if self.keeper.trouble and not trouble:
            self.console.say(f"Note: {self.keeper.trouble}. You can play on.")

    def _draw(self) -> None:
        lines: list[Line] = [(), *self.words.board(self.rules, self.match.view().state), ()]
        last = history(self.match, REMEMBERED)
        if last:
            lines += [*((Span(f"  {line}", "dim"),) for line in last), ()]
        self.console.draw(lines)
