"""A progress bar, above all for solving: it takes seconds the first time, and minutes for a large variant."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from parlour.coach.wording import Diagram
from parlour.games.errors import ParlourError, shorten
from parlour.games.game import Game
from parlour.games.vocabulary import duration
from parlour.printing import escape
from parlour.terminal.console.console import Console
from parlour.terminal.console.format import say_text
from parlour.terminal.console.interrupts import CalculationStopped, keep_ctrl_c, stop_on_ctrl_c
from parlour.terminal.console.paint import can_do_unicode

if TYPE_CHECKING:
    from parlour.solver.solution import Solution

# Where each stage begins and ends on the bar, as measured on the two games that take longest.
STAGES = {"exploring": (0.0, 0.1), "solving": (0.1, 0.5), "certifying": (0.5, 0.65), "refining": (0.65, 1.0)}


class Bar:
    """A progress callback `(stage, fraction)` that draws a bar at a terminal and removes it at the end.

    It draws on the standard error, so that the output stays clean, or on the standard output if only that is a
    terminal. The bar appears with the first report.
    """

    def __init__(self, title: str, note: str = " (only the first time on this machine)") -> None:
        self._title = escape(title)
        self._note = note  # shown where there is no bar
        terminals = [stream for stream in (sys.stderr, sys.stdout) if stream is not None and stream.isatty()]
        self._stream = terminals[0] if terminals else None
        self._started = 0.0
        self._done = 0.0
        self._least_left = float("inf")  # seconds
        self._progress: Any = None

    def __enter__(self) -> Bar:
        return self

    def __exit__(self, *_: object) -> None:
        if self._progress is not None:
            self._progress.stop()

    def __call__(self, stage: str, fraction: float | None) -> None:
        if self._stream is None:
            return
        if not self._started:
            self._started = time.monotonic()
            if os.environ.get("TERM", "") in ("", "dumb"):
                self._stream.write(f"{self._title}{self._note} ...\n")
                self._stream.flush()
            else:
                self._start()
        if self._progress is None:
            return
        begin, end = STAGES.get(stage, (0.0, 1.0))
        self._done = max(self._done, begin + (fraction or 0.0) * (end - begin))
        total = 1.0 if fraction is not None and self._done > begin else None  # None shows a pulse
        fields = {"stage": f"{self._done:4.0%} {stage}", "left": self._time_left()}
        self._progress.update(self._task, total=total, completed=self._done, **fields)

    def _time_left(self) -> str:
        """Empty while it is unknown: at the beginning, and where play can cycle, which would make the estimate grow."""
        passed = time.monotonic() - self._started
        if self._done < 0.15 or passed < 1.0:
            return ""
        seconds = passed * (1.0 - self._done) / self._done
        if seconds > self._least_left:
            return ""
        self._least_left = seconds
        return f"about {duration(max(1.0, seconds))} left"

    def _start(self) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, Progress

        class AsciiConsole(Console):
            encoding = "ascii"

        unicode = can_do_unicode(getattr(self._stream, "encoding", None) or "ascii", os.environ)
        console = (Console if unicode else AsciiConsole)(file=self._stream, legacy_windows=False)
        columns = ("{task.description}", BarColumn(10), "{task.fields[stage]}", "{task.fields[left]}", "Ctrl-C stops")
        self._progress = Progress(*columns, console=console, transient=True)
        self._task = self._progress.add_task(self._title, total=None, stage="", left="")
        self._progress.start()


def solve_with_bar(game: Game) -> Solution:
    """The solution of a game, with a progress bar if it is not known yet. Ctrl-C raises KeyboardInterrupt."""
    from parlour.solver.memory import solution_of  # not at the top: the first prompt needs no solver

    with keep_ctrl_c() as pressed, Bar(f"Solving {game.title}") as bar:

        def report(stage: str, fraction: float | None) -> None:
            if pressed:
                raise pressed[0]
            bar(stage, fraction)

        return solution_of(game, report)


def say_from_solution(
    console: Console, game: Game, what: str, lines_from: Callable[..., Sequence[str | Diagram]], *arguments: object
) -> bool:
    """Show `lines_from(solution, *arguments)`. Return whether that worked; if it fails, the match continues."""
    problem = ""
    try:
        with stop_on_ctrl_c():
            lines = lines_from(solve_with_bar(game), *arguments)
    except CalculationStopped:
        problem = f"Interrupted: there is no {what}."
    except ParlourError as error:
        problem = f"Sorry, there is no {what}: {error}"
    except Exception as error:  # a defect of the solver or of a game must not cost the player the match
        problem = f"Sorry, there is no {what}: unexpected error: {shorten(error, 200)}"
    say_text(console, ["", *([problem] if problem else lines), ""])
    return not problem
