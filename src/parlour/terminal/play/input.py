"""Reads what people type, and understands it: as an answer, the name of an action, a command, or none of these.

`interpret` is for every prompt of a game; `find_answer` knows answers and actions only. People type at the keyboard
that they share, or write a script: a file with their answers, in the order of the questions. Spaces or line breaks
separate the answers, and `#` starts a comment.
"""

from collections import deque
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from typing import NamedTuple

from parlour.games.contract import State
from parlour.games.errors import ParlourError, shorten
from parlour.games.game import Game
from parlour.games.vocabulary import Question, fold
from parlour.terminal.console.asking import find, suggestion
from parlour.terminal.console.console import Console
from parlour.terminal.console.interrupts import EndOfInput

ALIASES = {"help": "?", "q": "quit", "exit": "quit"}
COMMANDS = {
    "?": "show what you can type here",
    "board": "show the board again",
    "rules": "show the rules of this game",
    "history": "show every turn so far",
    "hint": "show perfect play; hint draw draws a choice, hint CHOICE explains one",
    "why": "explain the last choice of both players",
    "undo": "take back your last choice; a second person has to agree",
    "save": "show where this match is saved; save FILE writes a copy",
    "menu": "go to the menu of games; the match is saved and can be resumed",
    "quit": "leave; the match is saved and can be resumed",
}
ARGUMENTS = {"save": None, "hint": ("", "draw")}  # the words after a command: None is any; by default there are none


class Command(NamedTuple):
    name: str
    argument: str
    action: int | None = None  # that a hint is about


class Invalid(NamedTuple):
    """A line that is neither an answer nor a command. `reason` says why a known action is illegal now."""

    typed: str
    reason: str = ""


def interpret(text: str, question: Question, label: Callable[[int], str]) -> int | Question | Command | Invalid:
    """The meaning of a line. `label` names an action: hints and the history show these names, so people type them."""
    typed = text.strip(" \t")
    meaning = find_answer(typed, question, label)
    if meaning is not None:
        return meaning
    word, _, argument = typed.partition(" ")
    name = ALIASES.get(word.lower(), word.lower())
    argument = argument.strip(" \t")
    accepted = ARGUMENTS.get(name, ("",))
    if name in COMMANDS and (accepted is None or argument.lower() in accepted):
        return Command(name, argument if accepted is None else argument.lower())
    if name != "hint":
        return Invalid(typed)
    asked = find_answer(argument, question, label)
    if isinstance(asked, Invalid):
        return asked
    if asked is None:
        return Invalid(argument, f"{shorten(argument, 30)} is not a choice here; hint shows what every choice costs")
    if isinstance(asked, Question):
        return Command("hint", "")  # about all choices: a further question would follow
    return Command("hint", argument, asked)


def find_answer(typed: str, question: Question, label: Callable[[int], str]) -> int | Question | Invalid | None:
    """The meaning of an answer or of the name of an action; None if it is neither."""
    answer = find(question.synonyms, typed) or typed
    meaning = find(question.answers, answer)
    if meaning is not None:
        return meaning
    refusal = find(question.refusals, answer)
    if refusal is not None:
        return Invalid(typed, refusal)
    named = {action for action in actions_of(question) if fold(label(action)) == fold(typed)}
    return named.pop() if len(named) == 1 else None


def actions_of(question: Question) -> Iterator[int]:
    """Every action that a question leads to, at once or through further questions."""
    for meaning in question.answers.values():
        if isinstance(meaning, Question):
            yield from actions_of(meaning)
        else:
            yield meaning


def invalid_lines(invalid: Invalid, question: Question, secret: bool) -> list[str]:
    """Explain the possible input. A secret line is not repeated, not even in part."""
    if invalid.reason and not secret:
        return [f"Not now: {invalid.reason}."]
    request = f"Please type {allowed_text(question)}; ? for help."
    if not invalid.typed:
        return [request]
    if secret or not invalid.typed.isprintable():  # an arrow key sends characters that cannot be shown
        return ["That is not an answer here.", request]
    near = suggestion(COMMANDS, invalid.typed)
    return [" ".join(filter(None, [f"{shorten(invalid.typed, 30)} is not an answer here.", near])), request]


def allowed_text(question: Question) -> str:
    """`1 or 15`, `a whole number from 1 to 100`."""
    keys = list(question.answers)
    low = int(keys[0]) if keys[0].isdecimal() else 0
    if len(keys) > 2 and keys == [str(number) for number in range(low, low + len(keys))]:
        return f"a whole number from {keys[0]} to {keys[-1]}"
    return " or ".join([", ".join(keys[:-1]), keys[-1]] if len(keys) > 1 else keys)


def help_lines(game: Game, state: State, question: Question, hints: bool = True) -> list[str]:
    """List the answers with their meaning, then the commands."""
    lines = ["", "You can type:"]
    if len(question.answers) > 8:
        lines.append(f"  {allowed_text(question)}")
    else:
        lines += [f"  {key:<8} {meaning_of(game, state, question, key)}" for key in question.answers]
    words = in_words(question, partial(game.label, state, question.player))
    if words:
        lines.append(f"  or in words: {', '.join(words)}")
    offered = {name: about for name, about in COMMANDS.items() if hints or name not in ("hint", "why")}
    return lines + [f"  {name:<8} {about}" for name, about in offered.items()] + [""]


def in_words(question: Question, label: Callable[[int], str]) -> list[str]:
    """The names of menu entries, and of actions that otherwise need a further question."""
    further = [meaning for meaning in question.answers.values() if isinstance(meaning, Question)]
    named = [label(max(actions_of(each))) for each in further]
    return named + [word for word, answer in question.synonyms.items() if answer in question.answers]


def meaning_of(game: Game, state: State, question: Question, key: str) -> str:
    meaning = question.answers[key]
    if isinstance(meaning, Question):
        return f"then: {meaning.prompt.splitlines()[-1].rstrip(' :')}"
    return game.label(state, question.player, meaning)


class Keyboard:
    """People at one keyboard. Neither sees the other's choice."""

    takes_commands = True

    def __init__(self, console: Console) -> None:
        self._console = console

    def secret_round(self) -> AbstractContextManager[None]:
        """A context for one turn in which neither person may see the other's choice."""
        return self._console.alternate_screen()

    def read(self, question: Question, secret: bool) -> str:
        return self._console.read(question.prompt, secret)

    def reject(self, invalid: Invalid, question: Question, secret: bool) -> None:
        """Explain why the last answer is invalid."""
        self._console.discard_input()  # the rest of a paste is as wrong as its first line
        self._console.tell(*invalid_lines(invalid, question, secret))


class BadAnswer(ParlourError):
    """An illegal answer in a script, or one after the end of the game."""


class Script:
    """People's input in a file. It works like a keyboard, but an answer cannot be given again."""

    takes_commands = False

    def __init__(self, console: Console, name: str, text: str) -> None:
        self._console, self._name = console, name
        self._answers = deque(
            (number, answer)
            for number, line in enumerate(text.split("\n"), start=1)
            for answer in line.partition("#")[0].split()
        )
        self._held_back: list[str] | None = None

    def read(self, question: Question, secret: bool) -> str:
        if not self._answers:
            raise EndOfInput
        self._last = self._answers.popleft()
        answer = self._last[1]
        lines = f"{question.prompt}{question.mask or answer}".split("\n")
        if self._held_back is None:
            self._console.say(*lines)
        else:
            self._held_back += lines
        return answer

    def reject(self, invalid: Invalid, question: Question, secret: bool) -> None:
        number, answer = self._last
        reason = invalid.reason or f"allowed: {allowed_text(question)}"
        raise BadAnswer(f"{self._name}, line {number}: {shorten(answer)} is not an answer here; {reason}")

    @contextmanager
    def secret_round(self) -> Iterator[None]:
        """Hold back the output until both choices are in; if either fails, neither is shown."""
        lines: list[str] = []
        self._held_back = lines
        yield
        self._held_back = None
        self._console.say(*lines)

    def finish(self) -> None:
        """Raise BadAnswer if answers are left over."""
        if self._answers:
            number, answer = self._answers[0]
            raise BadAnswer(f"{self._name}, line {number}: {answer!r} comes after the end of the game")
