"""A match at one terminal: shows the board, asks the players, reports what happened and saves after every decision."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path
from random import SystemRandom

from parlour import storage
from parlour.games.errors import reason
from parlour.games.vocabulary import Line, Question, Span
from parlour.match.match import Match
from parlour.match.transcript import closing, history, match_line
from parlour.players.base import Player
from parlour.players.driver import let_choose
from parlour.terminal.autosave import Autosave
from parlour.terminal.commands import Command, Invalid, help_lines, interpret
from parlour.terminal.console import Console
from parlour.terminal.hints import UNFAIR, hint_lines, sample_lines
from parlour.terminal.keyboard import Keyboard, Source
from parlour.terminal.solved import say_solved

RECENT = 4  # decisions shown below the board
LONG = 1_000  # decisions after which two computer players may well go on for ever
ENDLESS = f"Note: {LONG:,} decisions, and the game is not over. Ctrl-C ends the match; --max-turns sets a limit."


class Quit(Exception):
    """A player wants to leave; the match is saved."""


class TakenBack(Exception):
    """A player has undone the last decision, so the current question is void."""


class Session:
    """A match with people in the seats that have no player; `source` reads their answers.

    After `max_turns` decisions the match is stopped (END-1).
    """

    def __init__(
        self,
        match: Match,
        players: tuple[Player | None, Player | None],
        console: Console,
        autosave: Autosave,
        source: Source | None = None,
        max_turns: int | None = None,
    ) -> None:
        self.match = match
        self.players = players
        self.console = console
        self.autosave = autosave
        self.source = source or Keyboard(console)
        self.max_turns = max_turns
        self.people = tuple(seat for seat in (0, 1) if players[seat] is None)
        self.words, self.rules = match.game.words, match.game.rules
        self.reported_problem = ""

    def run(self) -> None:
        """Play to the end. EndOfInput, KeyboardInterrupt and Quit leave the match saved up to its last decision.

        Raises NotPrivate, before anything is saved, if two people cannot choose in secret here.
        """
        with self.source.private() if len(self.people) == 2 and self.words.SECRET else nullcontext():
            self._save()
            self.console.say(*self._opening())
            while self.match.to_act:
                try:
                    self._decide()
                except TakenBack:
                    self.console.say("Taken back.")
                if len(self.match.decisions) == self.max_turns:
                    self.match.stop()
                self._save()
                if not self.people and self.max_turns is None and len(self.match.decisions) == LONG:
                    self.console.warn(ENDLESS)
            self._draw(recent=0)
            self.console.say(*closing(self.match))

    def _opening(self) -> list[str]:
        lines = []
        if self.console.is_terminal and self.people:
            hint = ", hint for a hint" if self._against_computer else ""
            lines += [f"{self.match.game.title}: {self.words.TAGLINE}", self._who_plays()]
            lines += [f"Type ? for help, rules for the rules{hint}, quit to leave.", ""]
        if self.match.decisions:
            return [*lines, f"Resuming {match_line(self.match)}."]
        return lines + self.words.welcome(self.rules)

    def _who_plays(self) -> str:
        first, second = self.words.PLAYERS
        names = self.match.names
        if len(self.people) == 2:
            return (
                f"{names[0]} is {first}, {names[1]} is {second}."
                if names
                else f"Two people play: {first} and {second}."
            )
        you = self.people[0]
        other, computer = self.words.PLAYERS[1 - you], self.match.seats[1 - you]
        address = f"{names[you]}, you are" if names else "You are"
        return f"{address} {self.words.PLAYERS[you]}; {other} is the computer player {computer}."

    def _called(self, player: int) -> str:
        """`Player 1`, or `Ann (Player 1)`."""
        name = self.words.PLAYERS[player]
        return f"{self.match.names[player]} ({name})" if self.match.names else name

    def _decide(self) -> None:
        """Ask everyone who takes part in the next decision, then report what happened."""
        match, number = self.match, len(self.match.decisions) + 1
        state = match.view().state
        questions = self.words.ask(self.rules, state)
        self.console.say(*self.words.heading(self.rules, state, number, self.console.width))
        for_people = [question for question in questions if question.player in self.people]
        secret = len(for_people) == 2
        if for_people:
            self._draw()
        with self.source.secret_round() if secret else nullcontext():
            for question in questions:
                self._choose(question, secret)
                if match.result.failure:
                    return
                if secret and question is for_people[0]:
                    self._hand_over(self._called(for_people[1].player))
        step = match.step(-1)
        events = self.words.events(self.rules, step.before, step.first, step.second, step.after, self.people)
        self.console.say(*events)

    def _hand_over(self, name: str) -> None:
        """Let the next person take the keyboard between two secret choices."""
        if self.source.takes_commands:
            self.console.clear()
            self.console.read(f"Pass to {name}, press Enter", secret=True)
            self.console.clear()
        self._draw()

    def _choose(self, question: Question, secret: bool) -> None:
        player = self.players[question.player]
        if secret and self.source.takes_commands:
            self.console.say(f"({self._called(question.player)} chooses: what you type is not shown.)")
        if player is None:
            self.match.choose(question.player, self._answer(question, secret))
        else:
            let_choose(self.match, question.player, player)

    def _answer(self, question: Question, secret: bool) -> int:
        """Ask until the answer is an action."""
        game, state, current = self.match.game, self.match.view().state, question
        while True:
            typed = self.source.read(current, secret)
            meaning = interpret(typed, current, lambda action: game.label(state, question.player, action))
            if isinstance(meaning, int):
                return meaning
            if isinstance(meaning, Question):
                current = meaning
            elif isinstance(meaning, Invalid):
                self.source.reject(meaning, current, secret)
            elif not self.source.takes_commands:
                self.source.reject(Invalid(meaning.name, "commands work only at the keyboard"), current, secret)
            elif meaning.name == "undo" and current is not question:
                current = question
            else:
                self._execute(meaning, current)

    def _execute(self, command: Command, question: Question) -> None:
        say, match = self.console.say, self.match
        if command.name == "?":
            say(*help_lines(match.game, match.view().state, question, hints=self._against_computer))
        elif command.name == "rules":
            self._show_rules()
        elif command.name == "history":
            say("", *(history(match) or ["Nothing has been decided yet."]), "")
        elif command.name == "hint":
            self._hint(question.player, draw=command.argument == "draw")
        elif command.name == "undo":
            self._undo(question.player)
        elif command.name == "save" and command.argument:
            self._save_copy(command.argument)
        elif command.name == "save":
            say(*self.autosave.return_lines(self.match.game, finished=False))
        else:
            raise Quit

    def _show_rules(self) -> None:
        try:
            text = self.match.game.rulebook()
        except (OSError, ValueError) as error:  # the folder of a game from another package may be incomplete
            self.console.say(f"Sorry, the rules cannot be read: {reason(error)}.")
        else:
            self.console.page(text)

    @property
    def _against_computer(self) -> bool:
        return len(self.people) == 1

    def _hint(self, player: int, draw: bool) -> None:
        if not self._against_computer:
            self.console.say(UNFAIR)
        elif draw:
            say_solved(self.console, self.match.game, "hint", sample_lines, self.match.view(player), SystemRandom())
        else:
            say_solved(self.console, self.match.game, "hint", hint_lines, self.match.view(player))

    def _undo(self, player: int) -> None:
        length = self.match.undo_length(player, self.people)
        if length:
            self.match.undo(length)
            raise TakenBack
        alone = not self.match.decisions or self._against_computer
        self.console.say(
            "There is nothing to take back." if alone else "Not possible: it would undo the other player's choice too."
        )

    def _save_copy(self, file: str) -> None:
        try:
            path = Path(file).expanduser()
            storage.create(self.match, path)
            self.console.say(f"A copy is saved in {path}.")
        except FileExistsError:
            self.console.say(f"Not saved: {path} already exists.")
        except (OSError, RuntimeError, ValueError) as error:  # no such folder, no such user, not a file name
            self.console.say(f"Not saved: {reason(error)}.")

    def _save(self) -> None:
        self.autosave.save(self.match)
        if self.autosave.problem != self.reported_problem:
            self.reported_problem = self.autosave.problem
            self.console.say(f"Note: {self.reported_problem or 'the match is saved again'}. You can play on.")

    def _draw(self, recent: int = RECENT) -> None:
        """Draw the board at a terminal; a pipe gets only the text."""
        if not self.console.is_terminal:
            return
        lines: list[Line] = [(), *self.words.board(self.rules, self.match.view().state), ()]
        decisions = history(self.match, recent)
        if decisions:
            lines += [*((Span(f"  {line}", "dim"),) for line in decisions), ()]
        self.console.draw(lines)
