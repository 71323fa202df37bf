"""Solves a game with a progress bar, and shows a text that is made from its solution."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from parlour.coach.wording import Diagram
from parlour.games.errors import ParlourError, shorten
from parlour.games.game import Game
from parlour.players.solution_cache import solution_of
from parlour.terminal.console.console import Console
from parlour.terminal.console.format import say_text
from parlour.terminal.console.interrupts import Terminated, keep_ctrl_c
from parlour.terminal.console.progress import Bar

if TYPE_CHECKING:
    from parlour.solver.solution import Solution


def solve_with_bar(game: Game) -> Solution:
    """The solution of a game, with a progress bar if it is not known yet. Ctrl-C raises KeyboardInterrupt."""
    with keep_ctrl_c() as pressed, Bar(f"Solving {game.title}") as bar:

        def report(stage: str, fraction: float | None) -> None:
            if pressed:
                raise pressed[0]
            bar(stage, fraction)

        return solution_of(game, report)


def say_solved(
    console: Console, game: Game, what: str, lines_from: Callable[..., Sequence[str | Diagram]], *arguments: object
) -> bool:
    """Show `lines_from(solution, *arguments)`. Return whether that worked; if it fails, the match continues."""
    shown, lines = False, list[str | Diagram]()
    try:
        lines = [*lines_from(solve_with_bar(game), *arguments)]
        shown = True
    except ParlourError as error:
        lines = [f"Sorry, there is no {what}: {error}"]
    except Terminated:
        raise
    except KeyboardInterrupt:
        lines = [f"Interrupted: there is no {what}."]
    except Exception as error:  # a defect of the solver or of a game must not cost the player the match
        lines = [f"Sorry, there is no {what}: unexpected error: {shorten(error, 200)}"]
    say_text(console, ["", *lines, ""])
    return shown
