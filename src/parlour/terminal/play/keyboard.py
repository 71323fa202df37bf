"""Reads the answers of people who share one keyboard, without showing either what the other chose."""

from __future__ import annotations

from abc import ABC, abstractmethod
from contextlib import AbstractContextManager, nullcontext

from parlour.games.vocabulary import Question
from parlour.terminal.console.console import Console
from parlour.terminal.play.commands import Invalid, invalid_lines


class Source(ABC):
    """Where people's answers come from: a keyboard or a script."""

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
        """A context for one decision in which neither person may see the other's choice."""
        return nullcontext()


class Keyboard(Source):
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
