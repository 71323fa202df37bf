"""Tables and figures at the terminal: readable at 80 columns, with colour or without, and in a pipe."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from io import StringIO
from typing import NamedTuple

from parlour.games.contract import State
from parlour.games.game import Game
from parlour.terminal.console import Console

NARROW, WIDEST = 80, 110
SEAT_COLOURS = ("cyan", "magenta")


class Column(NamedTuple):
    heading: str
    right: bool = False  # numbers stand on the right
    wraps: bool = False  # whether it may be broken into lines where there is little room


class Cell(NamedTuple):
    text: str
    style: str = ""


def table_lines(console: Console, columns: Sequence[Column], rows: Sequence[Sequence[Cell | str]]) -> list[str]:
    """The table as lines that fit the terminal, or 80 columns where there is none."""
    from rich.box import SIMPLE_HEAD
    from rich.console import Console as RichConsole
    from rich.table import Table
    from rich.text import Text

    table = Table(box=SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0), header_style="bold", show_edge=False)
    for column in columns:
        table.add_column(
            column.heading, justify="right" if column.right else "left", no_wrap=not column.wraps, overflow="fold"
        )
    for row in rows:
        table.add_row(*(Text(cell.text, cell.style) if isinstance(cell, Cell) else Text(cell) for cell in row))
    out = StringIO()
    RichConsole(
        file=out,
        width=width_of(console),
        force_terminal=console.colour,
        no_color=not console.colour,
        color_system="standard" if console.colour else None,
        legacy_windows=False,
    ).print(table)
    return [line.rstrip() for line in out.getvalue().splitlines()]


def wrapped(console: Console, lines: Sequence[str]) -> list[str]:
    """Sentences broken where the terminal ends, and where 80 columns do if there is none."""
    from textwrap import wrap

    return [part for line in lines for part in wrap(line, width_of(console) - 1) or [""]]


def width_of(console: Console) -> int:
    return min(console.width, WIDEST) if console.draws else NARROW


def signed(value: float, digits: int = 3) -> str:
    """`+0.250`, `-1.000`, and never a nought with a sign."""
    text = f"{value:+.{digits}f}"
    return text if float(text) else f"{0:.{digits}f}"


def given(loss: float) -> str:
    """What was given away: a dash for nothing, and never a nought for something."""
    if loss == 0:
        return "-"
    return f"{loss:.3f}" if loss >= 0.0005 else "< 0.001"


def percent(chance: float) -> str:
    return f"{100 * chance:.0f} %" if chance >= 0.0095 or chance == 0 else "< 1 %"


def mix_text(game: Game, state: State, player: int, mix: Mapping[int, float], most: int = 3) -> str:
    """`bid 4 34 %, bid 0 30 %, bid 10 13 % and 6 others`; a single choice by its name alone."""
    likely = sorted(mix, key=lambda action: (-round(mix[action], 6), action))
    labels = {action: game.words.label(game.rules, game.shown(state), player, action) for action in likely[:most]}
    if len(mix) == 1:
        return labels[likely[0]]
    told = ", ".join(f"{label} {percent(mix[action])}" for action, label in labels.items())
    others = len(mix) - most
    return f"{told} and {others} other{'s' if others > 1 else ''}" if others > 0 else told
