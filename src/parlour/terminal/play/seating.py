"""Seats the players of a match and runs it at this terminal. If it is interrupted, it says how to resume it."""

import secrets
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple, TypeAlias

from parlour import storage
from parlour.coach.wording import wide_proof_line
from parlour.games.errors import ParlourError
from parlour.games.game import Game
from parlour.games.vocabulary import count
from parlour.match.match import HUMAN, Match
from parlour.players import Player, player
from parlour.players.base import MODEL, READER, Contestant, Unavailable
from parlour.players.roster import load_player
from parlour.printing import warn
from parlour.terminal.console.console import Console, NotPrivate
from parlour.terminal.console.interrupts import EndOfInput, LeftMatch, interrupt_on_hang_up, stop_on_ctrl_c
from parlour.terminal.console.progress import solve_with_bar
from parlour.terminal.matches.saved import Autosave, command, new_autosave
from parlour.terminal.play.input import Script
from parlour.terminal.play.personal import PERSONAL, new_reader, seat_level
from parlour.terminal.play.session import Session


class Start(NamedTuple):
    """A game, and the players of its seats."""

    game: Game
    seats: tuple[str, str]
    names: tuple[str, str] | None
    best_of: int


SeatPlayers: TypeAlias = Callable[[Match], tuple[Player | None, Player | None]]


@interrupt_on_hang_up()
def seat_players(
    match: Match, console: Console, scripted: bool = False, base_url: str | None = None, typed: bool = False
) -> tuple[Player | None, Player | None]:
    """The players of a match; None is a person. A game that a player needs solved is solved now.

    Names that a person typed may stand for programs and for their own code. Others may come from a record that another
    person wrote, so they may not.

    Call it before you create a file: it raises NotPrivate if two people cannot choose in secret here, and TooLarge if
    the game cannot be solved.
    """
    first, second = (seat_player(match, seat, console, base_url, typed) for seat in (0, 1))
    if match.seats == (HUMAN, HUMAN) and match.game.words.SECRET and not (scripted or console.interactive):
        raise NotPrivate
    if any(computer and Contestant(computer).consults_solution for computer in (first, second)):
        wide = wide_proof_line(solve_with_bar(match.game))
        if wide:
            warn(f"Note: {wide}")
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
    settings = {"base_url": base_url} if is_model and base_url is not None else {}
    return load_player(name, settings, (*PERSONAL, HUMAN))()


def fresh_seed() -> int:
    return secrets.randbelow(2**32)


def fresh_nonce() -> str:
    """Keeps people from learning a computer's secret choice by resuming a copy of the match."""
    return secrets.token_hex(16)


def new_session(start: Start, console: Console, seat: SeatPlayers) -> Session:
    """A new match, saved to a new file."""
    console.say("")
    match = Match(start.game, start.seats, fresh_seed())
    match.names, match.nonce = start.names, fresh_nonce()
    seat_level(match, console)
    with stop_on_ctrl_c():
        players = seat(match)  # before the file is created
    return Session(match, players, console, new_autosave(match))


def resume_session(path: Path, console: Console, seat: SeatPlayers) -> Session:
    """The saved match in a file, to be continued."""
    written = storage.read(path)  # before loading: a change in between must not go unnoticed
    match = storage.load(path)
    if match.result.outcome != "running":
        raise ParlourError(f"the match in {path} is over; to see it: {command('replay', str(path))}")
    match.nonce = fresh_nonce()
    return Session(match, seat(match), console, Autosave(path, written=written))


@interrupt_on_hang_up()
def run_session(session: Session) -> bool:
    """Play at the keyboard, and tell people how to return to the match. Raises LeftMatch.

    Return whether it was played to its end; otherwise people want the menu.
    """
    console, autosave, match = session.console, session.autosave, session.match
    try:
        session.run()
    except LeftMatch as left:
        to_menu = left.why == "menu"
        saved = autosave.path is not None and not autosave.problem
        resume = ["The match is saved; resume continues it."]
        console.say(*(resume if to_menu and saved else autosave.return_lines(match)))
        if to_menu:
            return False
        raise
    except (KeyboardInterrupt, EndOfInput):
        autosave.save(match)  # the interruption may have come between a turn and its saving
        with suppress(OSError):  # the terminal may be gone
            console.say("", *autosave.return_lines(match))
        raise LeftMatch("interrupted") from None
    except Unavailable as error:
        autosave.save(match)
        warn(f"parlour: {error}")
        console.say(*autosave.return_lines(match))
        raise LeftMatch("failed") from None
    finally:
        close_players(session)
    if autosave.path is not None or autosave.problem:
        console.say("", *autosave.return_lines(match))
    return True


def run_script(session: Session, script: Script) -> None:
    """Play the answers of a script. Raises LeftMatch, and BadAnswer if an answer is left over."""
    try:
        session.run()
    except EndOfInput:
        turns = count(len(session.match.line), "turn")
        session.console.say("", f"The script ends here; the game is not over after {turns}.")
    except Unavailable as error:
        warn(f"parlour: {error}")
        raise LeftMatch("failed") from None
    finally:
        close_players(session)
    script.finish()


def close_players(session: Session) -> None:
    """Models keep connections open."""
    for each in filter(None, session.players):
        Contestant(each).close()
