"""A bar while a game is solved: the first time on a machine it takes seconds, and for a large variant minutes."""

from __future__ import annotations

import os
import sys
import time
from types import TracebackType
from typing import TYPE_CHECKING, Any, TextIO

from parlour.games.game import Game
from parlour.players.solution_cache import known, remember
from parlour.terminal.paint import can_do_unicode

if TYPE_CHECKING:
    from parlour.solver.solution import Solution

# Where in the whole each kind of work begins and ends, as measured on the two games that take longest.
PARTS = {"exploring": (0.0, 0.1), "solving": (0.1, 0.6), "certifying": (0.6, 1.0)}


def solved(game: Game, **options: Any) -> Solution:
    """The solution of a game, with a bar while it is made; `options` are those of `parlour.solve`."""
    found = None if options else known(game)
    if found is None:
        from parlour.solver.api import solve  # not before it is needed: NumPy and Numba come with it

        with Bar(f"Solving {game.title}") as bar:
            found = solve(game, progress=bar, **options)
        if not options:
            remember(found)
    return found


class Bar:
    """Hears of progress as `parlour.solve` tells it; drawn only where somebody can see it, and gone at the end."""

    def __init__(self, title: str) -> None:
        self._title = title
        self._stream = visible_stream()
        self._plain = os.environ.get("TERM", "") in ("", "dumb")
        self._progress: Any = None
        self._begun = time.monotonic()
        self._share = 0.0
        self._told = False

    def __enter__(self) -> Bar:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._progress is not None:
            self._progress.stop()

    def __call__(self, text: str, share: float | None) -> None:
        if self._stream is None:
            return
        if self._plain:
            self._say_once()
            return
        if self._progress is None:
            self._draw()
        begin, end = PARTS.get(text, (0.0, 1.0))
        self._share = max(self._share, begin + (share or 0.0) * (end - begin))
        steady = share if self._share > begin else None  # where the share stands still the bar only shows that it lives
        told = {"doing": f"{self._share:4.0%} {text}", "left": self._time_left()}
        self._progress.update(self._task, total=None if steady is None else 1.0, completed=self._share, **told)

    def _time_left(self) -> str:
        passed = time.monotonic() - self._begun
        if self._share < 0.15 or passed < 1.0:
            return ""
        seconds = passed * (1.0 - self._share) / self._share
        return f"about {seconds / 60:.0f} min left" if seconds >= 100 else f"about {max(1, round(seconds))} s left"

    def _say_once(self) -> None:
        if not self._told and self._stream is not None:
            self._told = True
            self._stream.write(f"{self._title}: once on this machine ...\n")
            self._stream.flush()

    def _draw(self) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn

        class Plain(Console):
            encoding = "ascii"

        unicode = can_do_unicode(getattr(self._stream, "encoding", None) or "ascii", os.environ)
        console = (Console if unicode else Plain)(file=self._stream, legacy_windows=False)
        columns = [TextColumn("{task.description}"), BarColumn(24), TextColumn("{task.fields[doing]}")]
        columns.append(TextColumn("{task.fields[left]}"))
        self._progress = Progress(*columns, console=console, transient=True)
        self._task = self._progress.add_task(self._title, total=None, doing="", left="")
        self._begun = time.monotonic()
        self._progress.start()


def visible_stream() -> TextIO | None:
    """Where somebody is looking: beside what the program prints if possible, so that its output stays clean."""
    for stream in (sys.stderr, sys.stdout):
        if stream is not None and stream.isatty():
            return stream
    return None
