"""What to do with saved matches: `parlour matches`, `resume`, `replay`, `stats` and `verify`."""

import csv
import io
from contextlib import suppress
from functools import partial
from pathlib import Path

import click

import parlour
from parlour import storage
from parlour.cli.commands import FAILED
from parlour.cli.completion import complete_files, complete_games
from parlour.cli.options import base_url_option, folder_option, json_option, plain_option, print_json, with_option
from parlour.coach.statistics import COLUMNS, choice_rows, statistics_document
from parlour.games.errors import reason
from parlour.games.vocabulary import count
from parlour.match.commitments import VOIDED_FOR, BadSeals, check_seals, given_turns, voided_choices
from parlour.match.match import Match
from parlour.match.record import BadRecord, dump, parse
from parlour.match.transcript import transcript, variant_name
from parlour.printing import escape, warn
from parlour.terminal.console.asking import Leave
from parlour.terminal.console.console import Console
from parlour.terminal.matches.replay import ReplayViewer
from parlour.terminal.matches.results import show_stats
from parlour.terminal.matches.review_cache import review_parts
from parlour.terminal.matches.saved import document, find_matches, latest_open
from parlour.terminal.menu.menu import menu, show_matches
from parlour.terminal.menu.rematch import play_on
from parlour.terminal.play.seating import resume_session, seat_players

UNSEEN = "the commitments were not compared with any that were noted during play (--seen FILE)"


@click.command()
@click.argument("game", required=False, shell_complete=complete_games)
@with_option
@click.option("--open", "state", flag_value="open", help="Only matches that are not over.")
@click.option("--over", "state", flag_value="over", help="Only matches that are over.")
@json_option
def matches(game: str | None, player: str | None, state: str | None, as_json: bool) -> None:
    """List your saved matches, of GAME or of all games, the latest first.

    At a terminal you can then open and delete them.
    """
    console, name = Console(), parlour.game(game).name if game else None
    found = find_matches(name, player, state)
    if as_json:
        print_json([document(saved) for saved in found])
        return
    with suppress(Leave):
        if show_matches(console, found):
            menu(console)


@click.command()
@click.argument("file", required=False, shell_complete=complete_files)
@base_url_option
@folder_option
@plain_option
def resume(file: str | None, base_url: str | None, plain: bool) -> None:
    """Continue the match in FILE, or the last saved match that is not over."""
    console = Console(plain=plain)

    def skip(problem: str) -> None:
        warn(f"Note: a later match is skipped. {problem}")

    seat = partial(seat_players, console=console, base_url=base_url)
    path = Path(file) if file is not None else latest_open(skip)
    if play_on(resume_session(path, console, seat), seat):
        menu(console)


@click.command()
@click.argument("file", shell_complete=complete_files)
@folder_option
@click.option("--json", "as_json", is_flag=True, help="Print the record as JSON instead of text.")
@click.option("--all", "whole", is_flag=True, help="Print the whole match as text, even at a terminal.")
def replay(file: str, as_json: bool, whole: bool) -> None:
    """Check the match in FILE and step through it, forward and back. Without a terminal, print it whole."""
    match, console = storage.load(file), Console()
    if console.interactive and not as_json and not whole:
        ReplayViewer(match, console).run()
    else:
        console.say(*(dump(match) if as_json else transcript(match)).rstrip("\n").split("\n"))


@click.command()
@click.argument("game", required=False, shell_complete=complete_games)
@with_option
@click.option("--name", metavar="NAME", help="Only the results of the person with this name.")
@click.option("--csv", "as_csv", is_flag=True, help="Print a CSV table with a row for each of your choices.")
@json_option
def stats(game: str | None, player: str | None, name: str | None, as_csv: bool, as_json: bool) -> None:
    """Show your results in GAME or in all games, your mean loss per choice, and the positions that cost most.

    They are calculated from your saved matches, which stay on this machine.
    """
    if as_csv and as_json:
        raise click.UsageError("--csv and --json exclude each other")
    console, wanted = Console(), parlour.game(game).name if game else None
    found = find_matches(wanted, player, "over")
    parts = [part for part in review_parts(found) if same(name, part.name) and same(player, part.opponent)]
    if as_json:
        print_json(statistics_document(parts))
    elif as_csv:
        text = io.StringIO()
        table = csv.writer(text, lineterminator="\n")
        table.writerow(COLUMNS)
        table.writerows([escape(cell) if isinstance(cell, str) else cell for cell in row] for row in choice_rows(parts))
        console.say(*text.getvalue().splitlines())
    else:
        show_stats(console, found, parts)


def same(wanted: str | None, name: str) -> bool:
    return wanted is None or wanted.casefold() == name.casefold()


@click.command()
@click.argument("file", shell_complete=complete_files)
@click.option("--seen", metavar="FILE", type=Path, help="Commitments that you noted during play, one per line.")
@folder_option
def verify(file: str, seen: Path | None) -> None:
    """Check that the choices in FILE are the ones that were sealed.

    FILE is the record of a match on a server. The command replays the match by the rules and compares every secret
    choice with its commitment. The server published the first commitment of each round before the reveal.
    """
    data, noted = storage.read(file), None if seen is None else read_noted(seen)
    try:
        match = parse(data.decode("utf-8", "replace"))
        say("ok", "record", f"{variant_name(match.game)}, {count(len(match.line), 'turn')}")
        proved, given = check_seals(match), given_turns(match)
        if proved:
            say("ok", "sealed", f"{count(proved, 'secret round')}: every choice fits its commitment")
        elif any(len(choices) == 2 for choices in match.line.choices):
            raise BadSeals("nothing is proved: none of these choices was sealed, the match is said to begin later")
        else:
            say("-", "sealed", "there are no secret choices in this match")
        for reason, turns in voided_by_reason(match).items():
            times = f"{count(len(turns), 'time')} in turn {', '.join(map(str, sorted(set(turns))))}"
            say("-", "voided", f"{times}: a choice was sealed, and {VOIDED_FOR[reason]}")
        if given:
            say("-", "given", f"the match began after {count(given, 'turn')} without seals")
        if noted is None:
            say("-", "seen", UNSEEN)
        else:
            check_noted(match, noted)
            say("ok", "seen", f"{count(len(noted), 'commitment')} that you noted, all in the record")
    except BadRecord as error:
        fail("record", error)
    except BadSeals as error:
        fail("sealed", error)


def voided_by_reason(match: Match) -> dict[str, list[int]]:
    """The turns in which choices were sealed and never opened."""
    turns: dict[str, list[int]] = {}
    for each in voided_choices(match):
        turns.setdefault(each.reason, []).append(each.turn)
    return turns


def read_noted(file: Path) -> list[str]:
    try:
        return [line.strip().lower() for line in file.read_text("utf-8").splitlines() if line.strip()]
    except (OSError, ValueError) as error:
        raise BadRecord(f"{file} cannot be read: {reason(error)}") from None


def check_noted(match: Match, noted: list[str]) -> None:
    rounds = match.seals["rounds"] if match.seals else []
    recorded = {commitment for entry in rounds for commitment in entry["commitments"]}
    recorded |= {each.commitment for each in voided_choices(match)}
    for line in noted:
        if line not in recorded:
            fail("seen", f"{line[:64]} is not in the record")


def say(mark: str, check: str, sentence: object) -> None:
    Console().say(f"{mark:<7}{check:<7} {sentence}")


def fail(check: str, sentence: object) -> None:
    say("FAILED", check, sentence)
    raise click.exceptions.Exit(FAILED)
