"""Answers from people at one keyboard, and how they pass it on without showing each other what they chose."""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Protocol

from parlour.games.vocabulary import Question
from parlour.terminal.answers import Refusal, refusal_lines
from parlour.terminal.console import Console


class Source(Protocol):
    """Where the answers of people come from: a keyboard or a script."""

    def read(self, prompt: str, mask: str = "") -> str: ...

    def refuse(self, refusal: Refusal, question: Question, secret: bool) -> None:
        """The last answer was none: says why, so that it can be given again."""

    def secret(self) -> AbstractContextManager[None]:
        """While this lasts, two people choose and neither may see what the other did."""

    def hand_over(self, name: str) -> None:
        """Between the two: the next one takes the seat."""


class Keyboard:
    def __init__(self, console: Console) -> None:
        self._console = console

    def read(self, prompt: str, mask: str = "") -> str:
        return self._console.read(prompt)

    def refuse(self, refusal: Refusal, question: Question, secret: bool) -> None:
        self._console.forget_typed()  # the rest of a paste is as wrong as its first line
        self._console.say(*refusal_lines(refusal, question, secret))

    def secret(self) -> AbstractContextManager[None]:
        return self._console.hushed()

    def hand_over(self, name: str) -> None:
        self._console.clear()
        self._console.forget_typed()
        self._console.read(f"Pass to {name}, press Enter")
        self._console.clear()
        self._console.forget_typed()
