"""A match at one terminal: shows the board, asks the players, reports the events and saves after every turn."""

from contextlib import nullcontext
from pathlib import Path
from random import SystemRandom

from parlour import storage
from parlour.coach.explain import choice_lines, why_lines
from parlour.coach.hints import hint_lines, sample_lines
from parlour.games.errors import reason
from parlour.games.line import MAX_TURNS
from parlour.games.vocabulary import Question, count
from parlour.match.match import Match
from parlour.match.transcript import history
from parlour.players.base import Player
from parlour.players.driver import let_choose
from parlour.terminal.console.asking import choose
from parlour.terminal.console.console import Console
from parlour.terminal.console.format import say_text
from parlour.terminal.console.interrupts import LeftMatch
from parlour.terminal.console.progress import say_from_solution
from parlour.terminal.matches.saved import Autosave, is_first_match
from parlour.terminal.play.input import Command, Invalid, Keyboard, Script, help_lines, interpret
from parlour.terminal.play.screen import Screen
from parlour.terminal.play.show_rules import show_rules

NO_TURNS = "No turn has been played yet."


class TakenBack(Exception):
    """A player has taken back the last choice, so the current question is void."""


class Session:
    """A match with people in the seats that have no player; `source` reads their answers.

    A match between two players is stopped after `max_turns` turns, one with people never (END-1).
    """

    def __init__(
        self,
        match: Match,
        players: tuple[Player | None, Player | None],
        console: Console,
        autosave: Autosave,
        source: Script | None = None,
        max_turns: int = MAX_TURNS,
    ) -> None:
        self.match = match
        self.players = players
        self.console = console
        self.autosave = autosave
        self.source: Keyboard | Script = source or Keyboard(console)
        self.people = match.people
        self.max_turns = None if self.people else max_turns
        self.screen = Screen(console, match, self.source.takes_commands)
        self.reported_problem = ""

    def run(self) -> None:
        """Play to the end. EndOfInput, KeyboardInterrupt and LeftMatch leave it saved up to its last turn.

        Raises NotPrivate, before anything is saved, if two people cannot choose in secret here.
        """
        private = len(self.people) == 2 and self.match.game.words.SECRET and self.source.takes_commands
        with self.console.redrawing(self.screen.again), self.console.without_echo() if private else nullcontext():
            self._save()
            self.screen.opening(is_first_match(self.match.game, self.autosave.path))
            while self.match.to_act:
                try:
                    self._play_turn()
                except TakenBack:
                    self.screen.report_taken_back()
                if len(self.match.line) == self.max_turns:
                    self.match.stop()
                self._save()
            self.screen.ending()

    def _play_turn(self) -> None:
        """Ask everyone who takes part in the next turn, then report the events."""
        game, state = self.match.game, self.match.state
        questions = game.words.ask(game.rules, self.match.view().state)
        asked = [question for question in questions if question.player in self.people]
        if self.screen.boards:  # a forced choice is only announced
            asked = [question for question in asked if not game.is_forced(state, question.player)]
        secret = len(asked) == 2
        self.screen.heading(asked, secret)
        with self.source.secret_round() if secret else nullcontext():
            for question in questions:
                following = asked[1] if secret and question is asked[0] else None
                self._choose(question, secret, question in asked, following)
                if self.match.result.failure:
                    return
        self.screen.events()

    def _choose(self, question: Question, secret: bool, asked: bool, following: Question | None) -> None:
        """Take a player's choice. After a secret one the keyboard is passed on to the person of the `following` one."""
        player = self.players[question.player]
        if player is not None:
            let_choose(self.match, question.player, player)
            return
        if asked:
            action = self._answer_in_secret(question, following) if secret else self._answer(question, secret)
        else:
            (action,) = self.match.view(question.player).actions
            label = self.match.game.label(self.match.view().state, question.player, action)
            self.console.say(f"{self.screen.name_of(question.player)} has only one choice: {label}.")
        self.match.choose(question.player, action)

    def _answer_in_secret(self, question: Question, following: Question | None) -> int:
        """An answer that its player keeps, and can change until the keyboard is passed on."""
        while True:
            self.screen.in_secret(question.player)
            action = self._answer(question, secret=True)
            if following is None or self._pass_on(following.player):
                return action

    def _pass_on(self, player: int) -> bool:
        """Let the next person take the keyboard; False if this one wants to choose again."""
        typed = ""
        if self.source.takes_commands:
            self.console.clear()
            prompt = f"Pass to {self.screen.name_of(player)}, press Enter; change to choose again: "
            with self.console.redrawing(self.console.clear):
                while (typed := self.console.read(prompt, secret=True).strip(" \t").lower()) not in ("", "change"):
                    self.console.say("Please press Enter, or type change.")
            self.console.clear()
        self.screen.show_to_next()
        return not typed

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
        against_computer = len(self.people) == 1
        if command.name == "?":
            self.console.tell(*help_lines(match.game, match.view().state, question, hints=against_computer))
        elif command.name == "board":
            self.screen.again()
        elif command.name == "rules":
            show_rules(self.console, match.game)
            if self.screen.boards:
                self.screen.again()
        elif command.name == "history":
            say("", *(history(match) or [NO_TURNS]), "")
        elif command.name in ("hint", "why") and not against_computer:
            unfair = "Hints are only for games against a computer: here the other person would not get one."
            say_text(self.console, [unfair])
        elif command.name == "hint":
            self._hint(question.player, command)
        elif command.name == "why" and not match.line.choices:
            say(NO_TURNS)
        elif command.name == "why":  # about earlier turns: the choices of the current one stay secret
            say_from_solution(self.console, match.game, "explanation", why_lines, match.line, question.player)
        elif command.name == "undo":
            self._take_back(question.player)
        elif command.name == "save" and command.argument:
            self._save_copy(command.argument)
        elif command.name == "save":
            say(*self.autosave.return_lines(match))
        else:
            raise LeftMatch("menu" if command.name == "menu" else "quit")

    def _hint(self, player: int, command: Command) -> None:
        console, game, view = self.console, self.match.game, self.match.view(player)
        if command.action is not None:
            say_from_solution(console, game, "hint", choice_lines, self.match.state, player, command.action)
        elif command.argument == "draw":
            say_from_solution(console, game, "hint", sample_lines, view, SystemRandom())
        else:
            say_from_solution(console, game, "hint", hint_lines, view)

    def _take_back(self, player: int) -> None:
        """Go back to the player's last choice. If that takes back another person's, that person must agree."""
        other = 1 - player
        if other in self.people and other in self.match.view().chosen:
            self.console.say("Not possible now: the other player has already chosen in secret.")
            return
        line = self.match.line
        length = line.turns_to_take_back(player, skip_forced=self.screen.boards)
        theirs = other in self.people and any(other in turn.actors for turn in line.turns[len(line) - length :])
        if not length:
            self.console.say("There is nothing to take back.")
        elif not theirs or self._agrees(other, length):
            self.match.take_back(length)
            raise TakenBack
        else:
            self.console.say("Nothing is taken back.")

    def _agrees(self, player: int, length: int) -> bool:
        prompt = f"{self.screen.name_of(player)}, do you agree to take back {count(length, 'turn')}? yes or no: "
        answers = {"yes": True, "y": True, "no": False, "n": False}
        return choose(self.console, prompt, answers, "Please type yes or no.", ["Please type yes or no."])

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
