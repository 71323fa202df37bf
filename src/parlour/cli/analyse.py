"""`parlour analyse`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from parlour import storage
from parlour.cli.completion import complete_files
from parlour.cli.options import folder_option, json_option, plot_option
from parlour.coach.reviews import mistake_lines
from parlour.coach.wording import loss_text, mix_document, mix_text, wide_proof_line
from parlour.games.errors import ParlourError
from parlour.games.game import Game
from parlour.games.vocabulary import signed
from parlour.match.match import Match
from parlour.match.record import contents
from parlour.match.transcript import closing, match_line
from parlour.plots.canvas import check_file
from parlour.terminal.console.board import say_text
from parlour.terminal.console.console import Console
from parlour.terminal.console.format import Cell, table_lines, wrapped
from parlour.terminal.console.progress import solve_with_bar

if TYPE_CHECKING:
    from parlour.solver.grading import Choice, Graded
    from parlour.solver.solution import Solution

SEAT_COLOURS = ("cyan", "magenta")


@click.command()
@click.argument("file", shell_complete=complete_files)
@folder_option
@json_option
@plot_option
def analyse(file: str, as_json: bool, plot: Path | None) -> None:
    """Show the value before each decision of the match in FILE, what the decision gave away, and what was better."""
    match = storage.load(file)
    if not match.decisions:
        raise ParlourError(f"{file} has no decisions yet, so there is nothing to analyse")
    check_file(plot)
    from parlour.solver.grading import grade, turning_point

    solution = solve_with_bar(match.game)
    graded = grade(solution, match.decisions)
    if as_json:
        click.echo(json.dumps(as_document(match, solution, graded), indent=1))
    else:
        console = Console()
        console.say(*analysis_lines(console, match, solution, graded))
        turning = turning_point(graded)
        if console.is_terminal and turning is not None:
            say_text(console, mistake_lines(solution, turning, turning.worst)[:-1])
    if plot is not None:
        from parlour.plots.match import draw_match

        draw_match(plot, match_line(match), match.game, graded, closing(match)[-1])
        if not as_json:
            click.echo(f"\nThe plot is saved in {plot}.")


def analysis_lines(console: Console, match: Match, solution: Solution, graded: tuple[Graded, ...]) -> list[str]:
    first, _ = match.game.words.PLAYERS
    lines = [match_line(match), f"Values are for {first}: +1 is a certain win, 0 is even, -1 is a certain loss."]
    lines += filter(None, [wide_proof_line(solution)])
    table = decision_table(console, match.game, graded)
    return [*wrapped(console, lines), "", *table, "", *wrapped(console, summary(match, graded))]


def decision_table(console: Console, game: Game, graded: tuple[Graded, ...]) -> list[str]:
    """One row per choice. The second row of a secret round leaves out what both have in common."""
    from parlour.solver.grading import turning_point

    any_luck, turning = any(decision.luck for decision in graded), turning_point(graded)
    headings = ["#", "Who", "Choice", "Value", "Gave away", *["Luck"] * any_luck, "Perfect play"]
    rows: list[list[Cell]] = []
    for decision in graded:
        for choice in decision.choices:
            is_first = choice is decision.choices[0]
            star = "* " if decision is turning and choice is decision.worst else ""
            row: list[Cell] = [str(decision.number) if is_first else ""]
            row += [(game.words.PLAYERS[choice.player], SEAT_COLOURS[choice.player])]
            row += [game.label(decision.before, choice.player, choice.action)]
            row += [signed(decision.value) if is_first else ""]
            row += [(star + loss_text(choice.loss), "bold" if choice.loss else "dim")]
            if any_luck:
                row.append(signed(decision.luck) if is_first and decision.luck else "")
            row.append(perfect_play(game, decision, choice))
            rows.append(row)
    last: list[Cell] = ["", "", ("the end" if game.is_over(graded[-1].after) else "so far", "dim")]
    rows.append([*last, signed(graded[-1].value_after)])
    return table_lines(console, headings, rows, right={"#", "Value", "Gave away", "Luck"})


def perfect_play(game: Game, decision: Graded, choice: Choice) -> Cell:
    """The mix in a secret round; otherwise the better choice, if there was one."""
    best = mix_text(game, decision.before, choice.player, choice.best)
    if choice.loss or len(choice.best) > 1:
        return best
    if len(decision.choices) == 1 or choice.action in choice.best:
        return ("as played", "dim")
    return (f"equally good: {best}", "dim")


def summary(match: Match, graded: tuple[Graded, ...]) -> list[str]:
    from parlour.solver.grading import given_away, turning_point

    game, names, totals = match.game, match.game.words.PLAYERS, given_away(graded)
    luck, turning = sum(decision.luck for decision in graded), turning_point(graded)
    lines = [line for line in closing(match) if line][-1:]
    if turning is None:
        lines.append("Nobody gave anything away.")
    else:
        worst = turning.worst
        lines.append(
            f"* The turning point is decision {turning.number}: {names[worst.player]} chose "
            f'"{game.label(turning.before, worst.player, worst.action)}" and gave away {loss_text(worst.loss)}; '
            f"perfect play is {mix_text(game, turning.before, worst.player, worst.best)}."
            + (f" Luck in that round: {luck_text(names, turning.luck)}." if turning.luck else "")
        )
        sums = [f"{name} {loss_text(total) if total else 'nothing'}" for name, total in zip(names, totals, strict=True)]
        lines.append(f"Given away in total: {', '.join(sums)}.")
    if any(decision.luck for decision in graded):
        lines.append(f"Luck in the secret rounds, in total: {luck_text(names, luck)}.")
    return lines


def luck_text(names: tuple[str, str], luck: float) -> str:
    return f"{abs(luck):.3f} in favour of {names[0] if luck > 0 else names[1]}"


def as_document(match: Match, solution: Solution, graded: tuple[Graded, ...]) -> dict[str, Any]:
    """The analysis for `--json`; docs/terminal.md describes every entry."""
    from parlour.solver.grading import given_away, turning_point

    record, turning, game = contents(match), turning_point(graded), match.game
    return {
        "format": "parlour analysis",
        "version": 1,
        **{entry: record[entry] for entry in ("game", "rules", "seats", "seed", "result")},
        "within": solution.certificate.widest,
        "proved": solution.certificate.widest <= solution.within,
        "warning": wide_proof_line(solution) or None,
        "decisions": [
            {
                "number": decision.number,
                "state": decision.before._asdict(),
                "value": decision.value,
                "bounds": decision.bounds,
                "value_after": decision.value_after,
                "bounds_after": decision.bounds_after,
                "luck": decision.luck,
                "choices": [
                    {
                        "player": choice.player,
                        "action": choice.action,
                        "label": game.label(decision.before, choice.player, choice.action),
                        "given_away": choice.loss,
                        "perfect": mix_document(game, decision.before, choice.player, choice.best),
                    }
                    for choice in decision.choices
                ],
            }
            for decision in graded
        ],
        "given_away": given_away(graded),
        "luck": sum(decision.luck for decision in graded),
        "turning_point": {"number": turning.number, "player": turning.worst.player} if turning else None,
    }
