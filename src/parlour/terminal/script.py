"""Answers from a file instead of a keyboard: what people would type, in the order in which they would be asked.

Answers are separated by blanks or line ends; a `#` begins a comment.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext

from parlour.games.checks import shortened
from parlour.games.errors import ParlourError
from parlour.games.vocabulary import Question
from parlour.terminal.commands import Refusal, allowed
from parlour.terminal.console import Console, EndOfInput


class BadMove(ParlourError):
    """An answer in a script that the game does not take."""


class Script:
    takes_commands = False

    def __init__(self, console: Console, name: str, text: str) -> None:
        self._console = console
        self._name = name
        self._answers = [
            (number, answer)
            for number, line in enumerate(text.split("\n"), start=1)
            for answer in line.partition("#")[0].split()
        ]
        self._next = 0
        self._held: list[str] | None = None

    def private(self) -> AbstractContextManager[None]:
        return nullcontext()

    def read(self, question: Question, secret: bool) -> str:
        if self._next == len(self._answers):
            raise EndOfInput
        self._next += 1
        answer = self._answers[self._next - 1][1]
        self._say(question.prompt + (question.mask or answer))
        return answer

    def refuse(self, refusal: Refusal, question: Question, secret: bool) -> None:
        number, answer = self._answers[self._next - 1]
        reason = refusal.reason or f"allowed: {allowed(question)}"
        raise BadMove(f"{self._name}, line {number}: {shortened(answer)} is not an answer here; {reason}")

    def hand_over(self, name: str) -> None:
        """Nobody has to leave the table."""

    @contextmanager
    def secret_round(self) -> Iterator[None]:
        """Keeps back what is said until both choices are in; if one of them fails, the other is never shown."""
        self._held = []
        try:
            yield
            held = self._held
        finally:
            self._held = None
        for line in held:
            self._console.say(line)

    def finish(self) -> None:
        """Complains about answers that were never asked for."""
        if self._next < len(self._answers):
            number, answer = self._answers[self._next]
            raise BadMove(f"{self._name}, line {number}: {answer!r} comes after the end of the game")

    def _say(self, line: str) -> None:
        if self._held is None:
            self._console.say(line)
        else:
            self._held.append(line)
