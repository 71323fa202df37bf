"""Begins, resumes and runs a match at this terminal. However it ends, it is saved, and people can return to it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TypeAlias

from parlour.games.errors import ParlourError
from parlour.games.game import Game
from parlour.games.vocabulary import count
from parlour.match.match import Match
from parlour.players import Player
from parlour.players.base import Unavailable
from parlour.terminal.console.console import Console
from parlour.terminal.console.interrupts import EndOfInput, LeftMatch, interrupt_on_hang_up, stop_on_ctrl_c
from parlour.terminal.matches.autosave import Autosave, command, new_autosave
from parlour.terminal.play.answers import Script
from parlour.terminal.play.personal import with_level
from parlour.terminal.play.seats import fresh_nonce, fresh_seed
from parlour.terminal.play.session import Quit, Session, ToMenu

SeatPlayers: TypeAlias = Callable[[Match], tuple[Player | None, Player | None]]


def new_session(
    game: Game, seats: tuple[str, str], names: tuple[str, str] | None, console: Console, seat: SeatPlayers
) -> Session:
    """A new match, saved to a new file."""
    console.say("")
    match = Match(game, with_level(console, game, seats, names), fresh_seed())
    match.nonce = fresh_nonce()
    match.names = names
    with stop_on_ctrl_c():
        players = seat(match)  # before the file is created
    return Session(match, players, console, new_autosave(match))


def resume_session(path: Path, console: Console, seat: SeatPlayers) -> Session:
    """The saved match in a file, to be continued."""
    autosave = Autosave(path)
    match = autosave.load()
    if match.result.outcome != "running":
        raise ParlourError(f"the match in {path} is over; to see it: {command('replay', str(path))}")
    match.nonce = fresh_nonce()
    return Session(match, seat(match), console, autosave)


@interrupt_on_hang_up()
def run_session(session: Session) -> bool:
    """Play at the keyboard, and tell people how to return to the match. Raises LeftMatch.

    Return whether it was played to its end; otherwise people want the menu.
    """
    console, autosave = session.console, session.autosave
    try:
        session.run()
    except ToMenu:
        saved = autosave.path is not None and not autosave.problem
        lines = ["The match is saved; resume continues it."] if saved else return_lines(session)
        console.say(*lines)
        return False
    except Quit:
        console.say(*return_lines(session))
        raise LeftMatch("quit") from None
    except (KeyboardInterrupt, EndOfInput):
        autosave.save(session.match)  # the interruption may have come between a turn and its saving
        with suppress(OSError):  # the terminal may be gone
            console.say("", *return_lines(session))
        raise LeftMatch("interrupted") from None
    except Unavailable as error:
        autosave.save(session.match)
        console.warn(f"parlour: {error}")
        console.say(*return_lines(session))
        raise LeftMatch("failed") from None
    finally:
        close_players(session)
    if autosave.path is not None or autosave.problem:
        console.say("", *autosave.return_lines(session.match.game, finished=True))
    return True


def return_lines(session: Session) -> list[str]:
    return session.autosave.return_lines(session.match.game, finished=False)


def run_script(session: Session, script: Script) -> None:
    """Play the answers of a script. Raises LeftMatch, and BadMove if an answer is left over."""
    try:
        session.run()
    except EndOfInput:
        turns = count(len(session.match.line), "turn")
        session.console.say("", f"The script ends here; the game is not over after {turns}.")
    except Unavailable as error:
        session.console.warn(f"parlour: {error}")
        raise LeftMatch("failed") from None
    finally:
        close_players(session)
    script.finish()


def close_players(session: Session) -> None:
    """Models keep connections open."""
    for each in session.players:
        close = getattr(each, "close", None)
        if close is not None:
            close()
