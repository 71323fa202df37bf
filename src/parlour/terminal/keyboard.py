"""Answers from people at one keyboard, and how they pass it on without showing each other what they chose."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from typing import Protocol

from parlour.games.vocabulary import Question
from parlour.terminal.commands import Refusal, refusal_lines
from parlour.terminal.console import Console


class Source(Protocol):
    """Where the answers of people come from: a keyboard or a script."""

    takes_commands: bool

    def private(self) -> AbstractContextManager[None]:
        """Lasts for a match in which two people choose in secret."""

    def secret_round(self) -> AbstractContextManager[None]:
        """While this lasts, two people choose and neither may see what the other did."""

    def read(self, question: Question, secret: bool) -> str:
        """What was answered."""

    def refuse(self, refusal: Refusal, question: Question, secret: bool) -> None:
        """The last answer was none: says why, so that it can be given again."""

    def hand_over(self, name: str) -> None:
        """Between two secret choices: the next person takes the seat."""


class Keyboard:
    takes_commands = True

    def __init__(self, console: Console) -> None:
        self._console = console

    def private(self) -> AbstractContextManager[None]:
        return self._console.quiet()

    def secret_round(self) -> AbstractContextManager[None]:
        return nullcontext()

    def read(self, question: Question, secret: bool) -> str:
        return self._console.read(question.prompt, secret)

    def refuse(self, refusal: Refusal, question: Question, secret: bool) -> None:
        self._console.forget_typed()  # the rest of a paste is as wrong as its first line
        self._console.say(*refusal_lines(refusal, question, secret))

    def hand_over(self, name: str) -> None:
        self._console.clear()
        self._console.read(f"Pass to {name}, press Enter", secret=True)
        self._console.clear()
