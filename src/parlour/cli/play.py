"""`parlour play`, and the menu that leads to it."""

from __future__ import annotations

import io
import os
import re
import secrets
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from shutil import which
from types import FrameType

import click

import parlour
from parlour import storage
from parlour.cli.main import DONE, FAILED, INTERRUPTED, complain
from parlour.games.errors import BadRules, ParlourError
from parlour.games.vocabulary import count
from parlour.match.match import Match
from parlour.match.record import dump
from parlour.players import Player, named, player
from parlour.terminal.console import Console, EndOfInput
from parlour.terminal.keeper import Keeper, new_keeper
from parlour.terminal.script import Script
from parlour.terminal.table import Quit, Table

HUMAN = "human"


@click.command()
@click.argument("game")
@click.option("--first", default=HUMAN, metavar="NAME", help=f"Who takes the first seat: human, {', '.join(named())}.")
@click.option("--second", default=HUMAN, metavar="NAME", help="Who takes the second seat.")
@click.option("--set", "settings", multiple=True, metavar="KEY=VALUE", help="Change a rule; may be given repeatedly.")
@click.option("--seed", type=int, help="Makes the chances of computer players the same again.")
@click.option("--moves", metavar="FILE", help="Take people's answers from a file, or from standard input with -.")
@click.option("--save", "file", metavar="FILE", help="Keep the match in this file.")
@click.option("--json", "as_json", is_flag=True, help="Print the record of the match instead of showing it.")
def play(
    game: str,
    first: str,
    second: str,
    settings: tuple[str, ...],
    seed: int | None,
    moves: str | None,
    file: str | None,
    as_json: bool,
) -> None:
    """Play GAME: people at this keyboard, computer players, or a written script."""
    match = Match(parlour.game(game, **rules_from(settings)), (first, second), fresh_seed() if seed is None else seed)
    players = seated(match)
    people = HUMAN in match.seats
    if as_json and people and moves is None:
        raise click.UsageError("--json prints a finished record: give people's answers with --moves")
    if moves is not None and not people:
        raise click.UsageError("--moves gives people's answers, but both seats are computer players")
    script = None if moves is None else read_moves(moves)
    if people and seed is None:
        match.nonce = fresh_nonce()
    console = Console(stdout=io.StringIO()) if as_json else Console()
    source = None if script is None else Script(console, *script)
    table = Table(match, players, console, source)
    keeper = table.keeper = chosen_keeper(match, file, interactive=people and moves is None)
    if source is None:
        sit_down(table)
    else:
        play_script(table, source)
    if as_json:
        click.echo(dump(match), nl=False)
    if file is not None and keeper.trouble:
        complain(keeper.trouble, FAILED)
    if match.result.failure or (file is not None and keeper.trouble):
        raise click.exceptions.Exit(FAILED)


def chosen_keeper(match: Match, file: str | None, interactive: bool) -> Keeper:
    """In the file that was named; for people at a keyboard in one of our own; for all others nowhere."""
    if file is None:
        return new_keeper(match) if interactive else Keeper(None)
    path = Path(file)
    try:
        storage.claim(path)
    except FileExistsError:
        raise click.UsageError(f"{file} exists already; to go on with it: parlour resume {file}") from None
    except (OSError, ValueError) as error:
        raise click.UsageError(f"{file} cannot be written: {getattr(error, 'strerror', None) or error}") from None
    return Keeper(path)


def rules_from(settings: tuple[str, ...]) -> dict[str, object]:
    """`KEY=VALUE` as the front door takes it: whole numbers as numbers, all else as the name of a choice."""
    rules: dict[str, object] = {}
    for setting in settings:
        key, equals, value = setting.partition("=")
        if not equals or not key:
            raise BadRules(f"--set takes KEY=VALUE, not {setting!r}")
        if key in rules:
            raise BadRules(f"--set gives {key} twice")
        rules[key] = int(value) if re.fullmatch(r"-?[0-9]{1,18}", value) else value
    return rules


def fresh_seed() -> int:
    return secrets.randbelow(2**32)


def fresh_nonce() -> str:
    """For play with people: nobody can learn a computer's secret choice by resuming a copy of the match."""
    return secrets.token_hex(16)


def seated(match: Match) -> tuple[Player | None, Player | None]:
    first, second = (None if name == HUMAN else player(name) for name in match.seats)
    return first, second


def sit_down(table: Table) -> None:
    """Plays at the keyboard; however it ends, what was decided is saved and the way back is told."""
    match, console, keeper = table.match, table.console, table.keeper
    with hang_ups_interrupt():
        try:
            table.run()
        except Quit:
            console.say(*keeper.way_back(finished=False, program=program()))
            raise click.exceptions.Exit(DONE) from None
        except (KeyboardInterrupt, EndOfInput):
            keeper.keep(match)  # once more: the interruption may have come between a decision and its saving
            with suppress(OSError):  # the terminal may be gone; the record is not
                console.say("", *keeper.way_back(finished=False, program=program()))
            raise click.exceptions.Exit(INTERRUPTED) from None
    if keeper.path is not None or keeper.trouble:
        console.say("", *keeper.way_back(finished=True, program=program()))


def play_script(table: Table, script: Script) -> None:
    try:
        table.run()
    except EndOfInput:
        made = count(len(table.match.decisions), "decision")
        table.console.say("", f"The script ends here; the game is not over after {made}.")
    script.finish()


def read_moves(moves: str) -> tuple[str, str]:
    """The name of a script and its text."""
    try:
        if moves == "-":
            return "standard input", sys.stdin.buffer.read().decode("utf-8-sig") if sys.stdin else ""
        return moves, Path(moves).read_bytes().decode("utf-8-sig")
    except (OSError, ValueError) as error:
        raise ParlourError(f"{moves} cannot be read: {getattr(error, 'strerror', None) or error}") from None


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


def menu() -> None:
    """Offers the games, plays the one that is chosen, and offers them again."""
    from parlour.terminal.menu import choose

    console = Console()
    while wish := choose(console):
        match = Match(parlour.game(wish.game), wish.seats, fresh_seed())
        match.nonce = fresh_nonce()
        table = Table(match, seated(match), console)
        table.keeper = new_keeper(match)
        sit_down(table)
        console.read("Press Enter for the menu.")
