"""`parlour play`, and the menu that leads to it."""

from __future__ import annotations

import io
import re
import secrets
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FrameType

import click

import parlour
from parlour.cli.main import FAILED, INTERRUPTED
from parlour.games.contract import Game
from parlour.games.errors import BadRules, ParlourError
from parlour.games.vocabulary import count
from parlour.match.match import Match
from parlour.match.record import dump
from parlour.players import Player, player
from parlour.terminal.console import Console, EndOfInput
from parlour.terminal.keeper import Keeper, new_path
from parlour.terminal.script import Script
from parlour.terminal.table import Quit, Table

HUMAN = "human"


@click.command()
@click.argument("game")
@click.option("--first", default=HUMAN, metavar="NAME", help="Who takes the first seat: human, or a player's name.")
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
    people = HUMAN in match.seats
    if as_json and people and moves is None:
        raise click.UsageError("--json prints a finished record: give people's answers with --moves")
    if moves is not None and not people:
        raise click.UsageError("--moves gives people's answers, but both seats are computer players")
    if file is not None and Path(file).exists():
        raise click.UsageError(f"{file} exists already; to go on with it: parlour resume {file}")
    console = Console(stdout=io.StringIO()) if as_json else Console()
    path = Path(file) if file is not None else new_path(match) if people and moves is None else None
    keeper = Keeper(path)
    if moves is None:
        sit_down(match, console, keeper)
    else:
        play_script(match, console, keeper, moves)
    if as_json:
        click.echo(dump(match), nl=False)


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


def seated(match: Match) -> tuple[Player | None, Player | None]:
    first, second = (None if name == HUMAN else player(name) for name in match.seats)
    return first, second


def sit_down(match: Match, console: Console, keeper: Keeper) -> None:
    """Plays at the keyboard; however it ends, what was decided is saved and the way back is told."""
    table = Table(match, seated(match), console, keeper)
    with hang_ups_interrupt():
        try:
            table.run()
        except Quit:
            console.say(*keeper.way_back(finished=False))
            raise click.exceptions.Exit(0) from None
        except (KeyboardInterrupt, EndOfInput):
            leave(match, console, keeper)
    if keeper.path is not None:
        console.say("", *keeper.way_back(finished=match.result.outcome != "running"))
    if match.result.failure:
        raise click.exceptions.Exit(FAILED)


def leave(match: Match, console: Console, keeper: Keeper) -> None:
    keeper.keep(match)  # once more: the interruption may have come between a decision and its saving
    with suppress(OSError):  # the terminal may be gone; the record is not
        console.say("", *keeper.way_back(finished=False))
    raise click.exceptions.Exit(INTERRUPTED) from None


def play_script(match: Match, console: Console, keeper: Keeper, moves: str) -> None:
    name, text = read_moves(moves)
    script = Script(console, name, text)
    try:
        Table(match, seated(match), console, keeper, script).run()
    except EndOfInput:
        console.say("", f"The script ends here; the game is not over after {count(len(match.decisions), 'decision')}.")
    script.finish()
    if match.result.failure:
        raise click.exceptions.Exit(FAILED)


def read_moves(moves: str) -> tuple[str, str]:
    try:
        data = sys.stdin.buffer.read() if moves == "-" else Path(moves).read_bytes()
        return "standard input" if moves == "-" else moves, data.decode("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ParlourError(f"{moves} cannot be read: {error}") from None


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
        game: Game = parlour.game(wish.game)
        match = Match(game, wish.seats, fresh_seed())
        sit_down(match, console, Keeper(new_path(match)))
