"""The common part of all plots: the file, the style, and a clear error when a plot cannot be drawn."""

import io
import os
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeAlias

from parlour.extras import missing
from parlour.games import vocabulary
from parlour.games.errors import ParlourError, reason

Axes: TypeAlias = Any  # Matplotlib's own types differ between versions
Figure: TypeAlias = Any
COLOURS = ("#0f7c8c", "#a3327f")  # cyan for the first player and magenta for the second, as in the terminal
BLACK, GREY, LIGHT_GREY = "#22262b", "#6b7178", "#d9dcdf"
STYLE: Any = {
    "axes.edgecolor": GREY,
    "axes.grid": False,
    "axes.labelcolor": BLACK,
    "axes.labelsize": 10,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.titlelocation": "left",
    "axes.titlesize": 11,
    "figure.dpi": 100,
    "figure.facecolor": "white",
    "font.family": "DejaVu Sans",  # part of Matplotlib, so a plot is the same everywhere
    "font.size": 10,
    "savefig.dpi": 160,
    "svg.hashsalt": "parlour",  # otherwise names in the file are random
    "text.color": BLACK,
    "xtick.color": GREY,
    "xtick.labelcolor": BLACK,
    "ytick.color": GREY,
    "ytick.labelcolor": BLACK,
}
METADATA = {".svg": {"Date": None, "Creator": "Parlour"}, ".png": {"Software": "Parlour"}}  # without a date


class CannotPlot(ParlourError):
    """The format is unknown, the file cannot be written, or Matplotlib is missing."""


def check_file(path: Path | None) -> None:
    """Raises CannotPlot if a plot is wanted but cannot be drawn, so that no long calculation is wasted."""
    if path is None:
        return
    if path.suffix.lower() not in METADATA:
        raise CannotPlot(f"the file name of a plot must end in {' or '.join(METADATA)}, not {str(path)!r}")
    if find_spec("matplotlib") is None:
        raise CannotPlot(missing("plots need matplotlib", "plots"))
    try:
        existed = path.exists()
        path.open("ab").close()
        if not existed:
            path.unlink()
    except (OSError, ValueError) as error:
        raise CannotPlot(f"{path} cannot be written: {reason(error)}") from None


@contextmanager
def drawing(path: Path, title: str, width: float, height: float) -> Iterator[Figure]:
    """A figure with a title, in inches. It is written at the end, if nothing failed, and replaces an older file."""
    os.environ.setdefault("MPLBACKEND", "Agg")
    from matplotlib import rc_context
    from matplotlib.figure import Figure as NewFigure

    with rc_context(STYLE):
        figure = NewFigure(figsize=(width, height), layout="constrained")
        figure.suptitle(title, x=0.012, ha="left", fontsize=12)
        yield figure
        suffix, data = path.suffix.lower(), io.BytesIO()
        figure.savefig(data, format=suffix[1:], metadata=METADATA[suffix])
    path.write_bytes(data.getvalue())


def value_axis(axes: Axes, players: tuple[str, str]) -> None:
    """A vertical axis for values, with the winners named at its ends."""
    axes.set_ylim(-1.09, 1.09)
    axes.set_yticks(
        [-1, -0.5, 0, 0.5, 1], [f"{players[1]} wins  −1", "−0.5", "even  0", "+0.5", f"{players[0]} wins  +1"]
    )
    axes.axhline(0, color=LIGHT_GREY, linewidth=1, zorder=0)


def draw_value_map(axes: Axes, values: Any, players: tuple[str, str], **settings: Any) -> None:
    """Values in the colours of the players, white for an even game, with a colour bar. Unknown values are grey."""
    from matplotlib.colors import LinearSegmentedColormap

    colours: Any = LinearSegmentedColormap.from_list("seats", [COLOURS[1], "#ffffff", COLOURS[0]])
    colours = colours.with_extremes(bad="#e4e6e8")
    image = axes.imshow(values, cmap=colours, vmin=-1, vmax=1, origin="lower", **settings)
    axes.spines[:].set_visible(False)
    axes.tick_params(length=0)
    bar = axes.figure.colorbar(image, ax=axes, shrink=0.8, ticks=[-1, -0.5, 0, 0.5, 1])
    bar.ax.set_yticklabels([f"{players[1]}\nwins", "−0.5", "even", "+0.5", f"{players[0]}\nwins"], fontsize=8)
    bar.outline.set_visible(False)


def signed(value: float, digits: int = 3) -> str:
    """`+0.250`, with a real minus sign for negative numbers."""
    return vocabulary.signed(value, digits).replace("-", "−")
