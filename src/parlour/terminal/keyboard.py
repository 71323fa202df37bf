"""Reads the answers of people who share one keyboard, without showing either what the other chose."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from typing import Protocol

from parlour.games.vocabulary import Question
from parlour.terminal.commands import Invalid, invalid_lines
from parlour.terminal.console import Console


class Source(Protocol):
    """Where people's answers come from: a keyboard or a script."""

    takes_commands: bool

    def private(self) -> AbstractContextManager[None]:
        """A context for a whole match in which two people choose in secret."""

    def secret_round(self) -> AbstractContextManager[None]:
        """A context for one decision in which neither person may see the other's choice."""

    def read(self, question: Question, secret: bool) -> str:
        """Ask a question and return the answer."""

    def reject(self, invalid: Invalid, question: Question, secret: bool) -> None:
        """Explain why the last answer is invalid, or raise if it cannot be given again."""

    def hand_over(self, name: str) -> None:
        """Let the next person take the keyboard between two secret choices."""


class Keyboard:
    takes_commands = True

    def __init__(self, console: Console) -> None:
        self._console = console

    def private(self) -> AbstractContextManager[None]:
        return self._console.without_echo()

    def secret_round(self) -> AbstractContextManager[None]:
        return nullcontext()

    def read(self, question: Question, secret: bool) -> str:
        return self._console.read(question.prompt, secret)

    def reject(self, invalid: Invalid, question: Question, secret: bool) -> None:
        self._console.discard_input()  # the rest of a paste is as wrong as its first line
        self._console.say(*invalid_lines(invalid, question, secret))

    def hand_over(self, name: str) -> None:
        self._console.clear()
        self._console.read(f"Pass to {name}, press Enter", secret=True)
        self._console.clear()
