"""`parlour stats`."""

from __future__ import annotations

import csv
import json
import sys
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import click

import parlour
from parlour.cli.completion import complete_games
from parlour.cli.options import json_option, with_option
from parlour.coach.wording import loss_text, mix_text
from parlour.games.vocabulary import bar, count
from parlour.match.match import HUMAN
from parlour.match.transcript import variant_name
from parlour.terminal.console.board import board_lines
from parlour.terminal.console.console import Console, Terminated
from parlour.terminal.console.format import Cell, table_lines, wrapped
from parlour.terminal.console.pager import show
from parlour.terminal.matches.autosave import command
from parlour.terminal.matches.library import Saved, find_matches
from parlour.terminal.statistics import Costly, Part, Period, Total, by_opponent, costliest, over_time, parts_of

SHOWN = 3  # positions with their boards
BAR = 20
LOSS = "Loss per decision"
YOU = "you"  # a person who gave no name
NUMBERS = {"Matches", "Won", "Lost", "Drawn", LOSS, "Decisions"}
COLUMNS = ("played", "file", "game", "rules", "seat", "name", "opponent", "result", "number", "choice", "value", "loss")


@click.command()
@click.argument("game", required=False, shell_complete=complete_games)
@with_option
@click.option("--name", metavar="NAME", help="Only the results of the person with this name.")
@click.option("--csv", "as_csv", is_flag=True, help="Print a CSV table with a row for each of your decisions.")
@json_option
def stats(game: str | None, player: str | None, name: str | None, as_csv: bool, as_json: bool) -> None:
    """Show your results in GAME or in all games, what your decisions gave away, and which positions cost most.

    They are calculated from your saved matches, which stay on this machine.
    """
    if as_csv and as_json:
        raise click.UsageError("--csv and --json exclude each other")
    console, wanted = Console(), parlour.game(game).name if game else None
    found = find_matches(console, wanted, player, "over")
    parts = [part for part in parts_of(found) if same(name, part.name) and same(player, part.opponent)]
    if as_json:
        click.echo(json.dumps(as_document(parts), indent=1))
    elif as_csv:
        write_csv(parts)
    else:
        show_stats(console, found, parts)


def same(wanted: str | None, name: str) -> bool:
    return wanted is None or wanted.casefold() == name.casefold()


def show_stats(console: Console, found: Sequence[Saved], parts: Sequence[Part]) -> None:
    """Show what people achieved; `parts` are theirs in the matches that were found."""
    if not parts:
        console.say("There are no such results yet.", f"To play: {command('play', 'GAME', '--second', 'easy')}")
        console.say(*wrapped(console, notes(found, parts)))
    else:
        lines = [*stats_lines(console, parts), *wrapped(console, notes(found, parts))]
        try:
            show(console, lines)
        except Terminated:
            raise
        except KeyboardInterrupt:  # ends only the pages
            console.say("")


def stats_lines(console: Console, parts: Sequence[Part]) -> list[str]:
    lines = result_lines(console, parts)
    periods, positions = over_time(parts), costliest(parts)
    several = {earlier.name for earlier, later in pairwise(periods) if earlier.name == later.name}
    periods = [period for period in periods if period.name in several]  # one period says nothing new
    if periods:
        lines += ["", "What a decision gave away against a perfect opponent, over time:", ""]
        lines += period_lines(console, periods)
    if positions:
        lines += ["", "The positions that cost most:"]
    return lines + [line for costly in positions[:SHOWN] for line in position_lines(console, costly)]


def result_lines(console: Console, parts: Sequence[Part]) -> list[str]:
    named = any(part.name for part in parts)
    rows: list[list[Cell]] = [
        [*[name or YOU] * named, variant_name(game), opponent, *figures(total)]
        for name, game, opponent, total in by_opponent(parts)
    ]
    headings = [*["Name"] * named, "Game", "Opponent", "Matches", "Won", "Lost", "Drawn", LOSS]
    return table_lines(console, headings, rows, right=NUMBERS)


def figures(total: Total) -> list[str]:
    return [str(total.matches), str(total.won), str(total.lost), str(total.drawn), per_decision(total.loss)]


def per_decision(loss: float | None) -> str:
    """`0.250`; `?` if nothing is graded."""
    if loss is None:
        return "?"
    return loss_text(loss) if loss else "0"


def period_lines(console: Console, periods: Sequence[Period]) -> list[str]:
    most = max(period.total.loss or 0.0 for period in periods)
    named = any(period.name for period in periods)
    rows = []
    for name, begin, end, total in periods:
        loss = total.loss or 0.0
        dates = f"{begin:%Y-%m-%d}" if begin.date() == end.date() else f"{begin:%Y-%m-%d} to {end:%Y-%m-%d}"
        length = round(BAR * loss / most) if most else 0
        figures = [str(total.matches), str(total.decisions), per_decision(loss), bar(length, BAR, BAR)]
        rows.append([*[name or YOU] * named, dates, *figures])
    headings = [*["Name"] * named, "When", "Matches", "Decisions", LOSS, ""]
    return table_lines(console, headings, rows, right=NUMBERS)


def position_lines(console: Console, costly: Costly) -> list[str]:
    part, decided = costly.part, costly.decided
    game, state = part.game, decided.before
    who = f" {part.name}" if part.name else ""
    played = game.label(state, part.player, decided.choice.action)
    best = mix_text(game, state, part.player, decided.choice.best)
    again = f", {count(costly.times, 'time')}" if costly.times > 1 else ""
    sentences = [
        f"{variant_name(game)},{who} as {game.words.PLAYERS[part.player]}: {costly.loss:.2f}{again}. "
        f"Played: {played}. Better: {best}.",
    ]
    board = console.painted(board_lines(console, game, game.shown(state)))
    where = f"  {command('replay', str(part.saved.path))}  (decision {decided.number})"
    return ["", *wrapped(console, sentences), "", *board, "", where]


def notes(found: Sequence[Saved], parts: Sequence[Part]) -> list[str]:
    """What the figures leave out."""
    unnamed = sum(saved.match.seats == (HUMAN, HUMAN) and saved.match.names is None for saved in found)
    unsolved = sum(part.decided is None for part in parts)
    lines = []
    if unnamed:
        lines.append(f"Left out: {matches(unnamed)} of two people without names.")
    if unsolved:
        lines.append(f"Not graded: {matches(unsolved)} of variants that are not solved here; parlour solve does it.")
    return ["", *lines] if lines else []


def matches(number: int) -> str:
    return "1 match" if number == 1 else f"{number} matches"


def as_document(parts: Sequence[Part]) -> dict[str, Any]:
    """The statistics for `--json`; docs/matches.md describes every entry."""
    return {
        "format": "parlour statistics",
        "version": 1,
        "results": [
            {
                "name": name or None,
                "game": game.name,
                "rules": game.named_rules(),
                "opponent": opponent,
                **total._asdict(),
            }
            for name, game, opponent, total in by_opponent(parts)
        ],
        "periods": [
            {
                "name": name or None,
                "begin": begin.astimezone().isoformat(),
                "end": end.astimezone().isoformat(),
                **total._asdict(),
            }
            for name, begin, end, total in over_time(parts)
        ],
        "positions": [
            {
                "game": costly.part.game.name,
                "rules": costly.part.game.named_rules(),
                "player": costly.part.player,
                "state": costly.decided.before._asdict(),
                "loss": costly.loss,
                "times": costly.times,
                "file": str(costly.part.saved.path),
                "number": costly.decided.number,
            }
            for costly in costliest(parts)
        ],
    }


def write_csv(parts: Sequence[Part]) -> None:
    table = csv.writer(sys.stdout, lineterminator="\n")
    table.writerow(COLUMNS)
    for part in parts:
        saved, game = part.saved, part.game
        rules = " ".join(f"{key}={value}" for key, value in game.changed_rules().items())
        match = [saved.when.astimezone().isoformat(timespec="seconds"), saved.path, game.name, rules, part.player + 1]
        for decided in part.decided or ():
            label = game.label(decided.before, part.player, decided.choice.action)
            choice = [decided.number, label, f"{decided.value:.6f}", f"{decided.choice.loss:.6f}"]
            table.writerow([*match, part.name, part.opponent, part.result, *choice])
