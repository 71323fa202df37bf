"""Seats the players of a match and runs it at this terminal, whichever command started it."""

from __future__ import annotations

import secrets
import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import NoReturn

import click

from parlour.cli.main import DONE, FAILED, INTERRUPTED, report_error
from parlour.coach.wording import wide_proof_line
from parlour.games.errors import ParlourError, did_you_mean
from parlour.match.match import HUMAN, Match
from parlour.players import Player, named, player
from parlour.players.base import Unavailable
from parlour.players.roster import UnknownPlayer
from parlour.terminal.console.console import Console, EndOfInput, NotPrivate, Terminated
from parlour.terminal.console.progress import solve_with_bar
from parlour.terminal.play.personal import PERSONAL, READER
from parlour.terminal.play.reading import new_reader
from parlour.terminal.play.session import Quit, Session, ToMenu

ENDING = (signal.SIGHUP, signal.SIGTERM, signal.SIGQUIT)
MODEL = "openai:"  # the beginning of the name of a language model

base_url_option = click.option(
    "--base-url", metavar="URL", help="Where the language model is served; OPENAI_BASE_URL by default."
)

plain_option = click.option("--plain", is_flag=True, help="Show plain lines, with the texts of the rulebook.")


class Stopped(ParlourError):
    """Somebody does not want to wait for a solution."""


@contextmanager
def ctrl_c_stops() -> Iterator[None]:
    """Let Ctrl-C end only what is calculated here: it raises Stopped."""
    try:
        yield
    except Terminated:
        raise
    except KeyboardInterrupt:
        raise Stopped("the calculation was stopped. The players random and search need none.") from None


@contextmanager
def hang_ups_interrupt() -> Iterator[None]:
    """Make a closed terminal (SIGHUP), SIGTERM and SIGQUIT end the match as Ctrl-C does at a prompt."""

    def terminate(*_: object) -> NoReturn:
        raise Terminated

    previous = {number: signal.signal(number, terminate) for number in ENDING}
    try:
        yield
    finally:
        for number, handler in previous.items():
            signal.signal(number, handler)


@hang_ups_interrupt()
def seat_players(
    match: Match, console: Console, scripted: bool = False, base_url: str | None = None, typed: bool = False
) -> tuple[Player | None, Player | None]:
    """The players of a match; None is a person. A game that a player needs solved is solved now.

    Names that somebody typed may stand for programs and for code of their own. Others may come from a record of
    somebody else, so they may not.

    Call it before you create a file: it raises NotPrivate if two people cannot choose in secret here, and TooLarge if
    the game cannot be solved.
    """
    first, second = (seat_player(match, seat, console, base_url, typed) for seat in (0, 1))
    if match.seats == (HUMAN, HUMAN) and match.game.words.SECRET and not (scripted or console.interactive):
        raise NotPrivate
    if any(getattr(computer, "consults_solution", False) for computer in (first, second)):
        wide = wide_proof_line(solve_with_bar(match.game))
        if wide:
            console.warn(f"Note: {wide}")
    return first, second


def seat_player(match: Match, seat: int, console: Console, base_url: str | None, typed: bool) -> Player | None:
    name = match.seats[seat]
    is_model = name.startswith(MODEL)
    if name == HUMAN:
        return None
    if name == READER:
        return new_reader(match, seat, console)
    if not typed and not is_model:
        return player(name)
    if ":" not in name and name not in named():
        names = [HUMAN, *named(), *PERSONAL]
        near = did_you_mean(name, names)
        raise UnknownPlayer(f"there is no player {name!r}{near}; use module:Class, or one of {', '.join(names)}")
    from parlour.players.loading import load_player

    return load_player(name, {"base_url": base_url} if is_model and base_url is not None else {})()


def fresh_seed() -> int:
    return secrets.randbelow(2**32)


def fresh_nonce() -> str:
    """Keeps people from learning a computer's secret choice by resuming a copy of the match."""
    return secrets.token_hex(16)


@hang_ups_interrupt()
def run_session(session: Session) -> bool:
    """Play at the keyboard. However it ends, the match is saved and the player is told how to return to it.

    Return whether it was played to its end; otherwise the player wants the menu.
    """
    console, autosave = session.console, session.autosave
    try:
        session.run()
    except ToMenu:
        saved = autosave.path is not None and not autosave.problem
        lines = (
            ["The match is saved; resume continues it."] if saved else autosave.return_lines(session.match.game, False)
        )
        console.say(*lines)
        return False
    except Quit:
        console.say(*autosave.return_lines(session.match.game, finished=False))
        raise click.exceptions.Exit(DONE) from None
    except (KeyboardInterrupt, EndOfInput):
        autosave.save(session.match)  # the interruption may have come between a decision and its saving
        with suppress(OSError):  # the terminal may be gone
            console.say("", *autosave.return_lines(session.match.game, finished=False))
        raise click.exceptions.Exit(INTERRUPTED) from None
    except Unavailable as error:
        autosave.save(session.match)
        report_error(error, FAILED)
        console.say(*autosave.return_lines(session.match.game, finished=False))
        raise click.exceptions.Exit(FAILED) from None
    finally:
        close_players(session)
    if autosave.path is not None or autosave.problem:
        console.say("", *autosave.return_lines(session.match.game, finished=True))
    return True


def close_players(session: Session) -> None:
    """Models keep connections open."""
    for each in session.players:
        close = getattr(each, "close", None)
        if close is not None:
            close()
