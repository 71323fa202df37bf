"""Where people's answers come from: the keyboard that they share, or a script.

A script is a file with what people would type, in the order in which they would be asked. Answers are separated by
spaces or line breaks; `#` starts a comment.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext

from parlour.games.errors import ParlourError, shorten
from parlour.games.vocabulary import Question
from parlour.terminal.console.console import Console
from parlour.terminal.console.interrupts import EndOfInput
from parlour.terminal.play.commands import Invalid, allowed_text, invalid_lines


class Source(ABC):
    """Reads the answers of people."""

    takes_commands = False

    def __init__(self, console: Console) -> None:
        self._console = console

    @abstractmethod
    def read(self, question: Question, secret: bool) -> str:
        """Ask a question and return the answer."""

    @abstractmethod
    def reject(self, invalid: Invalid, question: Question, secret: bool) -> None:
        """Explain why the last answer is invalid, or raise if it cannot be given again."""

    def private(self) -> AbstractContextManager[None]:
        """A context for a whole match in which two people choose in secret."""
        return nullcontext()

    def secret_round(self) -> AbstractContextManager[None]:
        """A context for one turn in which neither person may see the other's choice."""
        return nullcontext()


class Keyboard(Source):
    """People at one keyboard. Neither sees what the other chose."""

    takes_commands = True

    def private(self) -> AbstractContextManager[None]:
        return self._console.without_echo()

    def secret_round(self) -> AbstractContextManager[None]:
        return self._console.alternate_screen()

    def read(self, question: Question, secret: bool) -> str:
        return self._console.read(question.prompt, secret)

    def reject(self, invalid: Invalid, question: Question, secret: bool) -> None:
        self._console.discard_input()  # the rest of a paste is as wrong as its first line
        self._console.tell(*invalid_lines(invalid, question, secret))


class BadMove(ParlourError):
    """An illegal answer in a script, or one after the end of the game."""


class Script(Source):
    def __init__(self, console: Console, name: str, text: str) -> None:
        super().__init__(console)
        self._name = name
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
        line = question.prompt + (question.mask or answer)
        if self._held_back is None:
            self._console.say(line)
        else:
            self._held_back.append(line)
        return answer

    def reject(self, invalid: Invalid, question: Question, secret: bool) -> None:
        number, answer = self._last
        reason = invalid.reason or f"allowed: {allowed_text(question)}"
        raise BadMove(f"{self._name}, line {number}: {shorten(answer)} is not an answer here; {reason}")

    @contextmanager
    def secret_round(self) -> Iterator[None]:
        """Hold back the output until both choices are in; if either fails, neither is shown."""
        lines: list[str] = []
        self._held_back = lines
        yield
        self._held_back = None
        self._console.say(*lines)

    def finish(self) -> None:
        """Raise BadMove if answers are left over."""
        if self._answers:
            number, answer = self._answers[0]
            raise BadMove(f"{self._name}, line {number}: {answer!r} comes after the end of the game")
