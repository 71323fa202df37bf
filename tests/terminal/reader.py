"""A console that has its answers already, for tests of what happens between the prompts."""

from __future__ import annotations

import parlour
from parlour.match.match import Match
from parlour.terminal.console.console import Console
from parlour.terminal.console.interrupts import EndOfInput


class Reader(Console):
    """Gives the answers one after another, then the input ends; `shown` is everything on the screen."""

    def __init__(self, *answers: str) -> None:
        super().__init__()
        self.answers, self.shown = list(answers), ""

    def read(self, prompt: str, secret: bool = False) -> str:
        self.shown += prompt + "\n"
        if not self.answers:
            raise EndOfInput
        return self.answers.pop(0)

    def say(self, *lines: str) -> None:
        self.shown += "".join(f"{line}\n" for line in lines)


def blunder(seats: tuple[str, str] = ("human", "random")) -> Match:
    """A game of Color Capture in which the seventh choice is the only mistake: the first player loses a won game."""
    match = Match(parlour.game("color-capture"), seats)
    for choice in (0, 0, 1, 1, 1, 0, 1, 1):
        match.play(choice)
    return match
