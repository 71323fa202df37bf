"""Shows a text that is made from the solution of a game, or says why there is none."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from parlour.coach.wording import Diagram
from parlour.games.errors import ParlourError, shorten
from parlour.games.game import Game
from parlour.terminal.console.board import say_text
from parlour.terminal.console.console import Console
from parlour.terminal.console.interrupts import Terminated
from parlour.terminal.console.progress import solve_with_bar


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
