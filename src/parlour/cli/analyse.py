"""`parlour analyse`: the loss of every choice in a saved match."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from parlour import storage
from parlour.cli.completion import complete_files
from parlour.cli.options import folder_option, json_option, plot_option, print_json, print_plot_file
from parlour.coach.reviews import analysis_document, mistake_lines, perfect_play, review_match, summary_lines
from parlour.coach.wording import wide_proof_line
from parlour.games.errors import ParlourError
from parlour.games.game import Game
from parlour.games.vocabulary import loss_text, signed
from parlour.match.match import Match
from parlour.match.transcript import closing, match_line
from parlour.plots.canvas import check_file
from parlour.terminal.console.console import Console
from parlour.terminal.console.format import Cell, say_text, table_lines, wrap_lines
from parlour.terminal.console.progress import solve_with_bar

if TYPE_CHECKING:
    from parlour.solver.review import Review
    from parlour.solver.solution import Solution

SEAT_COLOURS = ("cyan", "magenta")


@click.command()
@click.argument("file", shell_complete=complete_files)
@folder_option
@json_option
@plot_option
def analyse(file: str, as_json: bool, plot: Path | None) -> None:
    """Show the value before each turn of the match in FILE, the loss of each choice, and better choices."""
    match = storage.load(file)
    if not match.line.choices:
        raise ParlourError(f"{file} has no turns yet, so there is nothing to analyse")
    check_file(plot)
    solution = solve_with_bar(match.game)
    review = review_match(solution, match)
    if as_json:
        print_json(analysis_document(match, solution, review))
    else:
        console = Console()
        console.say(*analysis_lines(console, match, solution, review))
        turning = review.turning_point
        if console.is_terminal and turning is not None:
            say_text(console, mistake_lines(match.game, turning, turning.worst)[:-1])
    if plot is not None:
        from parlour.plots.match import draw_match

        draw_match(plot, match_line(match), match.game, review, closing(match)[-1])
        print_plot_file(plot, as_json)


def analysis_lines(console: Console, match: Match, solution: Solution, review: Review) -> list[str]:
    first, _ = match.game.words.PLAYERS
    lines = [match_line(match), f"Values are for {first}: +1 is a certain win, 0 is even, -1 is a certain defeat."]
    lines += filter(None, [wide_proof_line(solution)])
    table = turn_table(console, match.game, review)
    return [*wrap_lines(console, lines), "", *table, "", *wrap_lines(console, summary_lines(match, review))]


def turn_table(console: Console, game: Game, review: Review) -> list[str]:
    """One row per choice. The second row of a secret round leaves out what both have in common."""
    any_luck, turning = any(turn.luck for turn in review.turns), review.turning_point
    headings = ["#", "Who", "Choice", "Value", "Loss", *["Luck"] * any_luck, "Perfect play"]
    rows: list[list[Cell]] = []
    for turn in review.turns:
        for choice in turn.choices:
            is_first = choice is turn.choices[0]
            star = "* " if turn is turning and choice is turn.worst else ""
            row: list[Cell] = [str(turn.number) if is_first else ""]
            row += [(game.words.PLAYERS[choice.player], SEAT_COLOURS[choice.player])]
            row += [game.label(turn.before, choice.player, choice.action)]
            row += [signed(turn.value) if is_first else ""]
            row += [(star + loss_text(choice.loss), "bold" if choice.loss else "dim")]
            if any_luck:
                row.append(signed(turn.luck) if is_first and turn.luck else "")
            better = perfect_play(game, turn, choice)
            row.append(better if choice.loss or len(choice.best) > 1 else (better or "as played", "dim"))
            rows.append(row)
    last = review.turns[-1]
    rows.append(["", "", ("the end" if game.is_over(last.after) else "so far", "dim"), signed(last.value_after)])
    return table_lines(console, headings, rows, right={"#", "Value", "Loss", "Luck"})
