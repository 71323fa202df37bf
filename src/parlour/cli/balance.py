"""`parlour balance`."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

import parlour
from parlour.cli.main import INTERRUPTED
from parlour.cli.play import rules_from
from parlour.games.errors import BadRules, ParlourError, TooLarge
from parlour.games.game import Game
from parlour.match.transcript import variant_name
from parlour.plots.canvas import checked_file
from parlour.terminal.console import Console
from parlour.terminal.format import Cell, Column, signed, table_lines, wrapped
from parlour.terminal.progress import Bar

if TYPE_CHECKING:
    from parlour.solver.fairness import Fairness, Length

FORMAT, VERSION = "parlour balance", 1
MOST = 2_000  # variants in one go
EXACT = 1e-6  # less is rounding
NAMED = 12  # equally fair variants that are all named


@click.command()
@click.argument("game")
@click.option(
    "--vary",
    multiple=True,
    required=True,
    metavar="KEY=VALUES",
    help="The values to try: a..b, a..b..step, or a list with commas; may be given repeatedly.",
)
@click.option("--set", "settings", multiple=True, metavar="KEY=VALUE", help="Change a rule in all of them.")
@click.option("--json", "as_json", is_flag=True, help="For machines: every variant with its figures.")
@click.option("--plot", metavar="FILE", help="Draw the variants into FILE.svg or FILE.png.")
def balance(game: str, vary: tuple[str, ...], settings: tuple[str, ...], as_json: bool, plot: str | None) -> None:
    """Show how fair the variants of GAME are and how long they last, and which is the fairest."""
    name, listed, varied = wanted(game, vary, settings)
    path = checked_file(plot) if plot is not None else None
    done, interrupted = judged(listed)
    fair = [each for each in done if not isinstance(each, TooLarge)]
    if as_json:
        click.echo(json.dumps(as_document(listed, done, varied), indent=1))
    else:
        console = Console()
        console.say(f"{name}: how fair its variants are", "", *told(console, listed, done, list(varied)))
    if path is not None and fair:
        from parlour.plots.fairness import draw_fairness

        draw_fairness(path, f"{name}: how fair its variants are", fair, varied)
        if not as_json:
            click.echo(f"\nThe picture is in {path}.")
    if interrupted:
        raise click.exceptions.Exit(INTERRUPTED)
    if not fair:
        raise ParlourError("none of these variants can be solved here; try smaller values")


def wanted(
    name: str, vary: tuple[str, ...], settings: tuple[str, ...]
) -> tuple[str, tuple[Game, ...], dict[str, list[object]]]:
    """What all variants have in common, the variants, and the values that each varied parameter takes in them."""
    fixed, values = rules_from(settings), values_from(vary)
    both = [key for key in values if key in fixed]
    if both:
        raise BadRules(f"{both[0]} is given with --set and with --vary: choose one")
    game = parlour.game(name, **fixed)
    total = 1
    for each in values.values():
        total *= len(each)
    if total > MOST:
        raise BadRules(f"--vary asks for {total:,} variants; {MOST:,} at a time is the most")
    from parlour.solver.fairness import variants

    listed = variants(game, values)
    return (
        variant_name(game),
        listed,
        {key: list(dict.fromkeys(each.named_rules()[key] for each in listed)) for key in values},
    )


def values_from(vary: tuple[str, ...]) -> dict[str, list[object]]:
    """`KEY=1..5`, `KEY=10..100..10`, `KEY=draw,defender` or any of these in a list."""
    values: dict[str, list[object]] = {}
    for text in vary:
        key, equals, listed = text.partition("=")
        if not equals or not key or not listed:
            raise BadRules(f"--vary takes KEY=VALUES, such as tower=4..10 or both_empty=draw,defender, not {text!r}")
        if key in values:
            raise BadRules(f"--vary gives {key} twice")
        values[key] = list(dict.fromkeys(value for part in listed.split(",") for value in span(part, text)))
    return values


def span(part: str, text: str) -> Sequence[object]:
    if re.fullmatch(r"-?[0-9]{1,9}", part):
        return [int(part)]
    found = re.fullmatch(r"(-?[0-9]{1,9})\.\.(-?[0-9]{1,9})(?:\.\.([0-9]{1,9}))?", part)
    if found is None:
        if not part or ".." in part:
            raise BadRules(f"--vary {text!r} is not understood: ranges are a..b or a..b..step, of whole numbers")
        return [part]
    first, last, step = int(found[1]), int(found[2]), int(found[3] or 1)
    if last < first or step == 0:
        raise BadRules(f"--vary {text!r} names no values: from {first} to {last} in steps of {step}")
    if (last - first) // step >= MOST:
        raise BadRules(f"--vary {text!r} names too many values; {MOST:,} variants at a time is the most")
    return range(first, last + 1, step)


def judged(listed: Sequence[Game]) -> tuple[list[Fairness | TooLarge], bool]:
    """Solves one variant after another, for as long as nobody interrupts; tells whether somebody did."""
    from parlour.solver.fairness import fairness

    done: list[Fairness | TooLarge] = []
    try:
        for number, game in enumerate(listed, start=1):
            with Bar(f"{game.title}, variant {number} of {len(listed)}") as bar:
                try:
                    done.append(fairness(parlour.solve(game, progress=bar)))
                except TooLarge as error:
                    done.append(error)
    except KeyboardInterrupt:
        return done, True
    return done, False


def told(
    console: Console, listed: Sequence[Game], done: Sequence[Fairness | TooLarge], varied: Sequence[str]
) -> list[str]:
    from parlour.solver.fairness import GAMES, LONGEST, PERFECT_GAMES, fairest

    fair = [each for each in done if not isinstance(each, TooLarge)]
    best = fairest(fair)
    first = listed[0].words.PLAYERS[0]
    columns = [*(Column(key, right=True) for key in varied), Column("Value", right=True)]
    columns += [Column("Proved"), Column("Perfect", right=True), Column("Random", right=True), Column("")]
    rows: list[list[Cell | str]] = []
    for game, each in zip(listed, done, strict=False):
        row: list[Cell | str] = [str(game.named_rules()[key]) for key in varied]
        if isinstance(each, TooLarge):
            row += [Cell("too large", "dim"), "", "", "", ""]
        else:
            mark = Cell("fairest", "bold") if each in best and len(best) < len(fair) else ""
            row += [signed(each.value), proved(each), length(each.perfect, "~ "), length(each.random), mark]
        rows.append(row)
    lines = [f"Values are to {first}: +1 a sure win, 0 even, -1 a sure loss."]
    lines.append("Perfect, random: how many decisions such a game takes on average, a secret round being one.")
    lines.append(f"Random play is measured in {GAMES:,} games.")
    if any(each.perfect.games for each in fair):
        lines.append(f"~ So is perfect play, in {PERFECT_GAMES:,}, where it can go round in circles.")
    if any(each.perfect.stopped for each in fair):
        lines.append(f"> more than that: some games were still going on after {LONGEST:,} decisions.")
    for game, each in zip(listed, done, strict=False):
        if isinstance(each, TooLarge):
            lines += [f"{settings(game, varied)}: {each}"]
    if len(done) < len(listed):
        lines.append(f"Interrupted after {len(done)} of {len(listed)} variants; this is about those.")
    table = table_lines(console, columns, rows)
    lines += ["", *conclusion(best, fair, varied)] if fair else []
    return [*table, "", *wrapped(console, lines)]


def conclusion(best: Sequence[Fairness], fair: Sequence[Fairness], varied: Sequence[str]) -> list[str]:
    """Which variant is the fairest, or why none is."""
    off = best[0].unfairness
    how = "even" if off < EXACT else f"{off:.3f} from even at most"
    if len(best) == len(fair) and len(fair) > 1:
        return ["All of them are even." if off < EXACT else f"None is fairer than the others: all are {how}."]
    if len(best) == 1:
        return [f"The fairest: {settings(best[0].game, varied)}, {how}."]
    names = "; ".join(settings(each.game, varied) for each in best[:NAMED])
    more = f"; and {len(best) - NAMED} more" if len(best) > NAMED else ""
    return [f"The fairest, {len(best)} of them and all {how}: {names}{more}."]


def settings(game: Game, varied: Sequence[str]) -> str:
    return ", ".join(f"{key}={game.named_rules()[key]}" for key in varied)


def proved(each: Fairness) -> str:
    return "exact" if each.upper - each.lower < EXACT else f"{signed(each.lower)} to {signed(each.upper)}"


def length(of: Length, measured: str = "") -> str:
    """`16.8`; `~ 12.0` where it was measured, `> 8,526` where games had to be stopped."""
    text = f"{of.mean:,.1f}" if of.mean < 1000 else f"{of.mean:,.0f}"
    return f"> {text}" if of.stopped else f"{measured}{text}" if of.games else text


def as_document(
    listed: Sequence[Game], done: Sequence[Fairness | TooLarge], varied: dict[str, list[object]]
) -> dict[str, Any]:
    """The variants for machines; docs/terminal.md describes every entry."""
    from parlour.solver.fairness import fairest

    fair = [each for each in done if not isinstance(each, TooLarge)]
    return {
        "format": FORMAT,
        "version": VERSION,
        "game": listed[0].name,
        "varied": varied,
        "variants": [entry(game, each) for game, each in zip(listed, done, strict=False)],
        "fairest": [each.game.named_rules() for each in fairest(fair)],
        "complete": len(done) == len(listed),
    }


def entry(game: Game, each: Fairness | TooLarge) -> dict[str, Any]:
    if isinstance(each, TooLarge):
        return {"rules": game.named_rules(), "too_large": str(each)}
    return {
        "rules": game.named_rules(),
        "value": each.value,
        "bounds": [each.lower, each.upper],
        "states": each.states,
        "perfect": {**each.perfect._asdict(), "exact": each.perfect.games == 0},
        "random": each.random._asdict(),
    }
