"""People and players at a table in this terminal: who sits where, how a sitting ends, how to come back."""

from __future__ import annotations

import os
import secrets
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from shutil import which
from types import FrameType

import click

from parlour.cli.main import DONE, INTERRUPTED
from parlour.match.match import Match
from parlour.players import Player, player
from parlour.terminal.console import EndOfInput
from parlour.terminal.progress import solved
from parlour.terminal.session import Quit, Session

HUMAN = "human"


def seated(match: Match) -> tuple[Player | None, Player | None]:
    """The players of a match, ready to play: one that consults the solution has it before the first prompt.

    TooLarge, before anything is saved, where there can be no solution.
    """
    first, second = (None if name == HUMAN else player(name) for name in match.seats)
    if any(getattr(each, "consults_solution", False) for each in (first, second)):
        with hang_ups_interrupt():
            solved(match.game)
    return first, second


def fresh_seed() -> int:
    return secrets.randbelow(2**32)


def fresh_nonce() -> str:
    """For play with people: nobody can learn a computer's secret choice by resuming a copy of the match."""
    return secrets.token_hex(16)


def sit_down(table: Session) -> None:
    """Plays at the keyboard; however it ends, what was decided is saved and the way back is told."""
    match, console, autosave = table.match, table.console, table.autosave
    with hang_ups_interrupt():
        try:
            table.run()
        except Quit:
            console.say(*autosave.way_back(finished=False, program=program()))
            raise click.exceptions.Exit(DONE) from None
        except (KeyboardInterrupt, EndOfInput):
            autosave.keep(match)  # once more: the interruption may have come between a decision and its saving
            with suppress(OSError):  # the terminal may be gone; the record is not
                console.say("", *autosave.way_back(finished=False, program=program()))
            raise click.exceptions.Exit(INTERRUPTED) from None
    if autosave.path is not None or autosave.trouble:
        console.say("", *autosave.way_back(finished=True, program=program()))
    with hang_ups_interrupt():
        table.review()


def program() -> str:
    """How this program is called here, so that a line that tells how to come back can be typed as it stands."""
    if which("parlour"):
        return "parlour"
    return sys.argv[0] if os.path.basename(sys.argv[0]) == "parlour" else f"{sys.executable} -m parlour"


@contextmanager
def hang_ups_interrupt() -> Iterator[None]:
    """A closed terminal or a polite request to stop ends the match as Ctrl-C does."""

    def interrupt(_number: int, _frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    usual = {number: signal.signal(number, interrupt) for number in (signal.SIGHUP, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in usual.items():
            signal.signal(number, handler)
