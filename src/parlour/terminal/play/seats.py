"""Who takes the seats of a match: people, computer players, language models and programs."""

from __future__ import annotations

import secrets

from parlour.coach.wording import wide_proof_line
from parlour.games.errors import did_you_mean
from parlour.match.match import HUMAN, Match
from parlour.players import Player, named, player
from parlour.players.roster import UnknownPlayer
from parlour.terminal.console.console import Console, NotPrivate
from parlour.terminal.console.interrupts import interrupt_on_hang_up
from parlour.terminal.console.solving import solve_with_bar
from parlour.terminal.play.personal import PERSONAL, READER, new_reader

MODEL = "openai:"  # the beginning of the name of a language model


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
