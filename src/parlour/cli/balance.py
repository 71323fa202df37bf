"""`parlour balance`: how fair the variants of a game are, and how long they last."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from math import prod
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

import parlour
from parlour.cli.commands import INTERRUPTED
from parlour.cli.completion import complete_games
from parlour.cli.options import (
    MOST_VARIANTS,
    json_option,
    plot_option,
    print_json,
    print_plot_file,
    rules_from,
    set_option,
    values_from,
)
from parlour.games.errors import BadRules, ParlourError, TooLarge
from parlour.games.game import Game
from parlour.games.vocabulary import outward, round_down, signed
from parlour.match.transcript import variant_name
from parlour.plots.canvas import check_file
from parlour.terminal.console.console import Console
from parlour.terminal.console.format import Cell, table_lines, wrap_lines
from parlour.terminal.console.progress import Bar

if TYPE_CHECKING:
    from parlour.solver.fairness import Fairness, Length

EXACT = 1e-6  # a smaller difference is rounding
NAMED = 12  # equally fair variants that are named


@click.command()
@click.argument("game", shell_complete=complete_games)
@click.option(
    "--vary",
    multiple=True,
    required=True,
    metavar="KEY=VALUES",
    help="Values to try: a..b, a..b..step, or a comma-separated list; can be repeated.",
)
@set_option
@json_option
@plot_option
def balance(game: str, vary: tuple[str, ...], settings: tuple[str, ...], as_json: bool, plot: Path | None) -> None:
    """Show how fair the variants of GAME are, how long matches last, and which variant is the fairest."""
    name, variants, varied = find_variants(game, vary, settings)
    check_file(plot)
    results = solve_all(variants)
    solved = [result for result in results if not isinstance(result, TooLarge)]
    title = f"{name}: how fair its variants are"
    if as_json:
        print_json(as_document(variants, results, varied))
    else:
        console = Console()
        console.say(title, "", *balance_lines(console, variants, results, list(varied)))
    if plot is not None and solved:
        from parlour.plots.fairness import draw_fairness

        draw_fairness(plot, title, solved, varied)
        print_plot_file(plot, as_json)
    if len(results) < len(variants):
        raise click.exceptions.Exit(INTERRUPTED)
    if not solved:
        raise ParlourError("none of these variants can be solved here; try smaller values")


def find_variants(
    name: str, vary: tuple[str, ...], settings: tuple[str, ...]
) -> tuple[str, tuple[Game, ...], dict[str, list[object]]]:
    """The name that all variants share, the variants, and the values of each varied parameter."""
    fixed, values = rules_from(settings), values_from(vary)
    for key in values:
        if key in fixed:
            raise BadRules(f"{key} is given with --set and with --vary: choose one")
    game, total = parlour.game(name, **fixed), prod(map(len, values.values()))
    if total > MOST_VARIANTS:
        raise BadRules(f"--vary asks for {total:,} variants; the limit is {MOST_VARIANTS:,}")
    from parlour.solver.fairness import variants

    games = variants(game, values)
    varied: dict[str, list[object]] = {
        key: list(dict.fromkeys(variant.named_rules()[key] for variant in games)) for key in values
    }
    return variant_name(game), games, varied


def solve_all(variants: Sequence[Game]) -> list[Fairness | TooLarge]:
    """Solve one variant after another. Ctrl-C ends the list early."""
    from parlour.solver.fairness import fairness

    results: list[Fairness | TooLarge] = []
    with suppress(KeyboardInterrupt):
        for number, game in enumerate(variants, start=1):
            with Bar(f"{game.title}, variant {number} of {len(variants)}") as bar:
                try:
                    results.append(fairness(parlour.solve(game, progress=bar)))
                except TooLarge as error:
                    results.append(error)
    return results


def balance_lines(
    console: Console, variants: Sequence[Game], results: Sequence[Fairness | TooLarge], varied: Sequence[str]
) -> list[str]:
    from parlour.games.line import MAX_TURNS
    from parlour.solver.api import WITHIN
    from parlour.solver.fairness import GAMES, HORIZON, PERFECT_GAMES, fairest

    solved = [result for result in results if not isinstance(result, TooLarge)]
    best = fairest(solved)
    notes = [
        f"Values are for {variants[0].words.PLAYERS[0]}: +1 is a certain win, 0 is even, -1 is a certain defeat.",
        "Perfect and Random are the average number of turns in a game between perfect players, and between random "
        f"players (measured in {GAMES:,} games).",
    ]
    if any(result.perfect.games for result in solved):
        notes.append(f"~ Measured in {PERFECT_GAMES:,} games, because play can cycle here.")
    if any(result.perfect.stopped or result.random.stopped for result in solved):
        notes.append(f"> At least this much: games stop after {HORIZON:,} turns, random ones after {MAX_TURNS:,}.")
    if any(result.upper - result.lower > WITHIN for result in solved):
        notes.append(f"WideProof: some values are not proved to within {WITHIN}, because play can cycle.")
    rows: list[list[Cell]] = []
    for game, result in zip(variants, results, strict=False):
        row: list[Cell] = [str(game.named_rules()[key]) for key in varied]
        if isinstance(result, TooLarge):
            row.append(("too large", "dim"))
            notes.append(f"{settings_text(game, varied)}: {result}")
        else:
            mark = ("fairest", "bold") if result in best and len(best) < len(solved) else ""
            exact = result.upper - result.lower < EXACT
            bounds = "exact" if exact else " to ".join(outward(result.lower, result.upper))
            lengths = [length_text(result.perfect, "~ "), length_text(result.random)]
            row += [signed(result.value), bounds, *lengths, mark]
        rows.append(row)
    if len(results) < len(variants):
        notes.append(f"Interrupted after {len(results)} of {len(variants)} variants; only these are shown.")
    if solved:
        notes += ["", conclusion(best, len(solved), varied)]
    headings = [*varied, "Value", "Proved", "Perfect", "Random", ""]
    table = table_lines(console, headings, rows, right={*varied, "Value", "Perfect", "Random"})
    return [*table, "", *wrap_lines(console, notes)]


def conclusion(best: Sequence[Fairness], solved: int, varied: Sequence[str]) -> str:
    """Which variant is the fairest, if they differ."""
    unfairness = best[0].unfairness
    how_fair = "even" if unfairness < EXACT else f"at most {-round_down(-unfairness):.3f} from even"
    if len(best) == solved > 1:
        return "All variants are even." if unfairness < EXACT else f"All variants are equally fair: {how_fair}."
    if len(best) == 1:
        return f"Fairest: {settings_text(best[0].game, varied)} ({how_fair})."
    names = "; ".join(settings_text(result.game, varied) for result in best[:NAMED])
    more = f"; and {len(best) - NAMED} more" if len(best) > NAMED else ""
    return f"{len(best)} variants are the fairest ({how_fair}): {names}{more}."


def settings_text(game: Game, varied: Sequence[str]) -> str:
    return ", ".join(f"{key}={game.named_rules()[key]}" for key in varied)


def length_text(length: Length, measured: str = "") -> str:
    """`16.8`; `~ 12.0` if it was measured, `> 8,526` if games had to be stopped."""
    text = f"{length.mean:,.1f}" if length.mean < 1000 else f"{length.mean:,.0f}"
    return f"> {text}" if length.stopped else f"{measured}{text}" if length.games else text


def as_document(
    variants: Sequence[Game], results: Sequence[Fairness | TooLarge], varied: dict[str, list[object]]
) -> dict[str, Any]:
    """The variants for `--json`; docs/reference/formats.md describes every entry."""
    from parlour.solver.fairness import fairest

    solved = [result for result in results if not isinstance(result, TooLarge)]
    return {
        "format": "parlour balance",
        "version": 1,
        "game": variants[0].name,
        "varied": varied,
        "variants": [entry(game, result) for game, result in zip(variants, results, strict=False)],
        "fairest": [result.game.named_rules() for result in fairest(solved)],
        "complete": len(results) == len(variants),
    }


def entry(game: Game, result: Fairness | TooLarge) -> dict[str, Any]:
    if isinstance(result, TooLarge):
        return {"rules": game.named_rules(), "too_large": str(result)}
    return {
        "rules": game.named_rules(),
        "value": result.value,
        "bounds": [result.lower, result.upper],
        "states": result.states,
        "perfect": {**result.perfect._asdict(), "exact": result.perfect.games == 0},
        "random": result.random._asdict(),
    }
