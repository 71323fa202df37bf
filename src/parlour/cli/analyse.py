"""`parlour analyse`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from parlour import storage
from parlour.games.errors import ParlourError
from parlour.games.game import Game
from parlour.match.match import Match
from parlour.match.record import contents
from parlour.match.transcript import closing, match_line
from parlour.plots.canvas import checked_file
from parlour.terminal.console import Console
from parlour.terminal.format import SEAT_COLOURS, Cell, Column, given, mix_text, signed, table_lines, wrapped
from parlour.terminal.progress import solved

if TYPE_CHECKING:
    from parlour.solver.grading import Choice, Graded
    from parlour.solver.solution import Solution

FORMAT, VERSION = "parlour analysis", 1
COARSE = 0.01  # where less than this is proved, it must be said


@click.command()
@click.argument("file")
@click.option("--json", "as_json", is_flag=True, help="For machines: every decision with its values.")
@click.option("--plot", metavar="FILE", help="Draw the value over time into FILE.svg or FILE.png.")
def analyse(file: str, as_json: bool, plot: str | None) -> None:
    """Show what every decision of the match in FILE was worth, what it gave away, and what was better."""
    match = storage.load(file)
    if not match.decisions:
        raise ParlourError(f"nothing was decided in {file} yet, so there is nothing to analyse")
    path = checked_file(plot) if plot is not None else None
    from parlour.solver.grading import grade

    solution = solved(match.game)
    graded = grade(solution, match.decisions)
    if as_json:
        click.echo(json.dumps(as_document(match, solution, graded), indent=1))
    else:
        console = Console()
        console.say(*told(console, match, solution, graded))
    if path is not None:
        from parlour.plots.match import draw_match

        draw_match(path, match_line(match), match.game, graded, closing(match)[-1])
        if not as_json:
            click.echo(f"\nThe picture is in {path}.")


def told(console: Console, match: Match, solution: Solution, graded: tuple[Graded, ...]) -> list[str]:
    """The match as a table, and what there is to say of it."""
    first, _ = match.game.words.PLAYERS
    lines = [match_line(match), f"Values are to {first}: +1 a sure win, 0 even, -1 a sure loss."]
    widest = solution.certificate.widest
    if widest > COARSE:
        lines.append(f"They are proved only to within {widest:.2g}: what is given away below that cannot be told.")
    columns, rows = rows_of(match.game, graded)
    table = table_lines(console, columns, rows)
    return [*wrapped(console, lines), "", *table, "", *wrapped(console, summary(match, graded))]


def rows_of(game: Game, graded: tuple[Graded, ...]) -> tuple[list[Column], list[list[Cell | str]]]:
    """A row for every choice; of a secret round the second row has only what differs."""
    from parlour.solver.grading import turning_point

    lucky, point = any(each.luck for each in graded), turning_point(graded)
    columns = [Column("#", right=True), Column("Who"), Column("Choice"), Column("Value", right=True)]
    columns += [Column("Gave away", right=True)] + [Column("Luck", right=True)] * lucky
    columns += [Column("Perfect play", wraps=True)]
    rows: list[list[Cell | str]] = []
    for each in graded:
        for choice in each.choices:
            leads = choice is each.choices[0]
            label = game.words.label(game.rules, game.shown(each.before), choice.player, choice.action)
            turns = each is point and choice is each.worst
            row: list[Cell | str] = [str(each.number) if leads else ""]
            row += [Cell(game.words.PLAYERS[choice.player], SEAT_COLOURS[choice.player]), label]
            row += [signed(each.value) if leads else ""]
            row += [Cell(("* " if turns else "") + given(choice.loss), "bold" if choice.loss else "dim")]
            if lucky:
                row.append(signed(each.luck) if leads and each.luck else "")
            row.append(perfect_text(game, each, choice))
            rows.append(row)
    last: list[Cell | str] = ["", "", Cell("the end" if game.is_over(graded[-1].after) else "so far", "dim")]
    rows.append([*last, signed(graded[-1].value_after), *[""] * (len(columns) - 4)])
    return columns, rows


def perfect_text(game: Game, each: Graded, choice: Choice) -> Cell | str:
    """The mix in a secret round; elsewhere the better choice, if there was one."""
    best = mix_text(game, each.before, choice.player, choice.best)
    if choice.loss or len(choice.best) > 1:
        return best
    if len(each.choices) == 1 or choice.action in choice.best:
        return Cell("as played", "dim")
    return Cell(f"no better: {best}", "dim")


def summary(match: Match, graded: tuple[Graded, ...]) -> list[str]:
    from parlour.solver.grading import given_away, turning_point

    names, totals = match.game.words.PLAYERS, given_away(graded)
    luck, point = sum(each.luck for each in graded), turning_point(graded)
    lines = [line for line in closing(match) if line][-1:]
    if point is None:
        lines.append("Nobody gave anything away.")
    else:
        worst = point.worst
        game, before = match.game, match.game.shown(point.before)
        label = game.words.label(game.rules, before, worst.player, worst.action)
        best = mix_text(game, point.before, worst.player, worst.best)
        lines.append(
            f'* The turning point is decision {point.number}: {names[worst.player]} chose "{label}" and gave away '
            f"{given(worst.loss)}; perfect play is {best}."
        )
        all_ = [f"{name} {given(total) if total else 'nothing'}" for name, total in zip(names, totals, strict=True)]
        lines.append(f"Given away in all: {', '.join(all_)}.")
    if any(each.luck for each in graded):
        lucky = names[0] if luck > 0 else names[1]
        lines.append(f"Luck, the way secret choices fell together: {abs(luck):.3f} in all for {lucky}.")
    return lines


def as_document(match: Match, solution: Solution, graded: tuple[Graded, ...]) -> dict[str, Any]:
    """The analysis for machines; docs/terminal.md describes every entry."""
    from parlour.solver.grading import given_away, turning_point

    record, point, game = contents(match), turning_point(graded), match.game
    return {
        "format": FORMAT,
        "version": VERSION,
        **{entry: record[entry] for entry in ("game", "rules", "seats", "seed", "result")},
        "within": solution.certificate.widest,
        "decisions": [
            {
                "number": each.number,
                "state": each.before._asdict(),
                "value": each.value,
                "bounds": each.bounds,
                "value_after": each.value_after,
                "bounds_after": each.bounds_after,
                "luck": each.luck,
                "choices": [
                    {
                        "player": choice.player,
                        "action": choice.action,
                        "label": game.words.label(game.rules, game.shown(each.before), choice.player, choice.action),
                        "given_away": choice.loss,
                        "perfect": [
                            {
                                "action": action,
                                "label": game.words.label(game.rules, game.shown(each.before), choice.player, action),
                                "chance": chance,
                            }
                            for action, chance in choice.best.items()
                        ],
                    }
                    for choice in each.choices
                ],
            }
            for each in graded
        ],
        "given_away": given_away(graded),
        "luck": sum(each.luck for each in graded),
        "turning_point": {"number": point.number, "player": point.worst.player} if point else None,
    }
