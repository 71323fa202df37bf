"""Tables, paragraphs and boards that fit the terminal. In a pipe they fit 80 columns."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Sequence
from itertools import pairwise
from textwrap import wrap
from typing import Literal, TypeAlias

from parlour.coach.wording import Diagram
from parlour.games.contract import State
from parlour.games.game import Game
from parlour.games.vocabulary import Line
from parlour.terminal.console.console import Console

NARROW, WIDEST = 80, 110
GAP = 2  # between two columns of a table
HEADING = re.compile(r"^[-=\s]{2,}.*[-=\s]{2,}$|:$")  # in the words of a game
SCORE = re.compile(r"\S: \d+ \||^- .*: \d+$")

Cell: TypeAlias = str | tuple[str, str]  # a text, or a text and its style


def table_lines(
    console: Console, headings: Sequence[str], rows: Sequence[Sequence[Cell]], right: Container[str]
) -> list[str]:
    """Format a table to fit the terminal, or 80 columns if there is none.

    Columns whose heading is in `right` are aligned to the right and never broken; the others wrap between words. Where
    not even that fits, every row becomes a list.
    """
    width = min(console.width, WIDEST) if console.is_terminal else NARROW
    if least_width(headings, rows, right) > width:
        return wrap_lines(console, [line for row in rows for line in row_lines(headings, row)])
    from rich.box import SIMPLE_HEAD
    from rich.table import Table
    from rich.text import Text

    table = Table(box=SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0), header_style="bold", show_edge=False)
    for heading in headings:
        side: Literal["left", "right"] = "right" if heading in right else "left"
        table.add_column(heading, justify=side, no_wrap=heading in right, overflow="fold")
    for row in rows:
        table.add_row(*(Text(*cell) if isinstance(cell, tuple) else cell for cell in row))
    return console.format(table, width)


def least_width(headings: Sequence[str], rows: Sequence[Sequence[Cell]], right: Container[str]) -> int:
    """The columns that a table needs if its texts are broken between words."""
    from rich.cells import cell_len  # some characters take two columns

    least = 0
    for column, heading in enumerate(headings):
        texts = [heading, *(text_of(row[column]) for row in rows if column < len(row))]
        pieces = texts if heading in right else [word for text in texts for word in text.split()]
        least += max(map(cell_len, pieces), default=0)
    return least + GAP * (len(headings) - 1)


def row_lines(headings: Sequence[str], row: Sequence[Cell]) -> list[str]:
    """A row of a table as lines: the first cell, then each of the others under its heading."""
    first, *others = (f"{heading}: {text_of(cell)}".lstrip(": ") for heading, cell in zip(headings, row, strict=False))
    return [first, *(f"  {line}" for line in others if line), ""]


def text_of(cell: Cell) -> str:
    return cell if isinstance(cell, str) else cell[0]


def without_scores(events: Sequence[str]) -> list[str]:
    """What happened, without the scores, which the board shows, and without headings that nothing follows then."""
    lines = [line for line in events if not SCORE.search(line)]
    told = [line for line, following in pairwise([*lines, ""]) if following or not HEADING.search(line)]
    return [line for line, following in pairwise([*told, ""]) if line or following]


def wrap_lines(console: Console, lines: Sequence[str]) -> list[str]:
    """Wrap paragraphs at the width of the terminal, at most 80 columns. Every line is indented as the first one is."""
    width = min(console.width, NARROW) - 1
    indents = [line[: len(line) - len(line.lstrip(" "))] for line in lines]
    parts = [wrap(line, width, subsequent_indent=indent) for line, indent in zip(lines, indents, strict=True)]
    return [part for wrapped_line in parts for part in wrapped_line or [""]]


def board_lines(console: Console, game: Game, state: State) -> list[Line]:
    """The board; its narrow form if there is one and the terminal needs it. Plain lines keep one form."""
    lines = game.words.board(game.rules, state)
    narrow = getattr(game.words, "narrow_board", None)
    fits = all(sum(len(span.text) for span in line) <= console.width for line in lines)
    return list(lines if fits or narrow is None or console.plain else narrow(game.rules, state))


def say_text(console: Console, text: Iterable[str | Diagram]) -> None:
    """Show sentences, which are wrapped, and boards, which are not."""
    for part in text:
        if isinstance(part, Diagram):
            console.draw(board_lines(console, part.game, part.state))
        else:
            console.say(*wrap_lines(console, [part]))
