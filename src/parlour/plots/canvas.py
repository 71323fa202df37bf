"""What all pictures share: where they go, how they look, and a clear word when they cannot be drawn."""

from __future__ import annotations

import io
import os
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeAlias

from parlour.games.errors import ParlourError

Axes: TypeAlias = Any  # the library's own types change from version to version
Figure: TypeAlias = Any
KINDS = (".svg", ".png")
SEATS = ("#0f7c8c", "#a3327f")  # the first player and the second, as at the terminal: cyan and magenta
INK, QUIET, FAINT = "#22262b", "#6b7178", "#d9dcdf"
STYLE: dict[str, Any] = {
    "axes.edgecolor": QUIET,
    "axes.grid": False,
    "axes.labelcolor": INK,
    "axes.labelsize": 10,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.titlelocation": "left",
    "axes.titlesize": 11,
    "figure.dpi": 100,
    "figure.facecolor": "white",
    "font.family": "DejaVu Sans",  # comes with the library, so that a picture is the same everywhere
    "font.size": 10,
    "savefig.dpi": 160,
    "svg.hashsalt": "parlour",  # names within the file, which would be drawn at random
    "text.color": INK,
    "xtick.color": QUIET,
    "xtick.labelcolor": INK,
    "ytick.color": QUIET,
    "ytick.labelcolor": INK,
}
UNDATED = {".svg": {"Date": None, "Creator": "Parlour"}, ".png": {"Software": "Parlour"}}


class CannotDraw(ParlourError):
    """A picture of a kind that is not drawn, in a place that cannot be written, or without the library it takes."""


def checked_file(file: str) -> Path:
    """The place of a picture; CannotDraw if nothing could be drawn there, before any long work is begun."""
    path = Path(file)
    if path.suffix.lower() not in KINDS:
        raise CannotDraw(f"a picture ends in {' or '.join(KINDS)}; {file!r} does not")
    if find_spec("matplotlib") is None:
        raise CannotDraw("pictures need matplotlib, which is not installed here: pip install 'parlour[plots]'")
    try:
        there = path.exists()
        path.open("ab").close()
        if not there:
            path.unlink()
    except (OSError, ValueError) as error:
        raise CannotDraw(f"{file} cannot be written: {getattr(error, 'strerror', None) or error}") from None
    return path


@contextmanager
def drawing(path: Path, width: float, height: float) -> Iterator[Figure]:
    """An empty figure of so many inches, written when all is drawn; an older picture of that name is replaced."""
    os.environ.setdefault("MPLBACKEND", "Agg")
    from matplotlib import rc_context
    from matplotlib.figure import Figure as NewFigure

    style: Any = STYLE
    with rc_context(style):
        figure = NewFigure(figsize=(width, height), layout="constrained")
        yield figure
        kind, data = path.suffix.lower(), io.BytesIO()
        figure.savefig(data, format=kind[1:], metadata=UNDATED[kind])
    path.write_bytes(data.getvalue())


def diverging() -> Any:
    """Colours from the second player's to the first's, through white where the game is even."""
    from matplotlib.colors import LinearSegmentedColormap

    colours: Any = LinearSegmentedColormap.from_list("seats", [SEATS[1], "#ffffff", SEATS[0]])
    return colours.with_extremes(bad="#e4e6e8")


def value_axis(axes: Axes, players: tuple[str, str]) -> None:
    """Up is good for the first player: the ends of the scale are named."""
    axes.set_ylim(-1.09, 1.09)
    axes.set_yticks(
        [-1, -0.5, 0, 0.5, 1], [f"{players[1]} wins  −1", "−0.5", "even  0", "+0.5", f"{players[0]} wins  +1"]
    )
    axes.axhline(0, color=FAINT, linewidth=1, zorder=0)


def signed(value: float, digits: int = 3) -> str:
    """`+0.250`, and a true minus sign below nought; never a nought with a sign."""
    text = f"{value:+.{digits}f}"
    if float(text) == 0:
        return f"{0:.{digits}f}"
    return text.replace("-", "−")
