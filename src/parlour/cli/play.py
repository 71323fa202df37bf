"""`parlour play`."""

from __future__ import annotations

import io
import re
import sys
from pathlib import Path

import click

import parlour
from parlour import storage
from parlour.cli.main import FAILED, complain
from parlour.cli.seating import HUMAN, fresh_nonce, fresh_seed, seated, sit_down
from parlour.games.errors import BadRules, ParlourError
from parlour.games.vocabulary import count
from parlour.match.match import Match
from parlour.match.record import dump
from parlour.players import named
from parlour.terminal.autosave import Autosave, new_autosave
from parlour.terminal.console import Console, EndOfInput
from parlour.terminal.script import Script
from parlour.terminal.session import Session


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
    table = Session(match, players, console, source)
    autosave = table.autosave = chosen_autosave(match, file, interactive=people and moves is None)
    if source is None:
        sit_down(table)
    else:
        play_script(table, source)
    if as_json:
        click.echo(dump(match), nl=False)
    if file is not None and autosave.trouble:
        complain(autosave.trouble, FAILED)
    if match.result.failure or (file is not None and autosave.trouble):
        raise click.exceptions.Exit(FAILED)


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


def chosen_autosave(match: Match, file: str | None, interactive: bool) -> Autosave:
    """In the file that was named; for people at a keyboard in one of our own; for all others nowhere."""
    if file is None:
        return new_autosave(match) if interactive else Autosave(None)
    path = Path(file)
    try:
        storage.claim(path)
    except FileExistsError:
        raise click.UsageError(f"{file} exists already; to go on with it: parlour resume {file}") from None
    except (OSError, ValueError) as error:
        raise click.UsageError(f"{file} cannot be written: {getattr(error, 'strerror', None) or error}") from None
    return Autosave(path)


def play_script(table: Session, script: Script) -> None:
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
