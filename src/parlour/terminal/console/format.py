"""Tables, paragraphs and boards that fit the terminal, or 80 columns in a pipe; and long texts, a page at a time."""

import os
import re
import shlex
import shutil
import signal
from collections.abc import Container, Iterable, Sequence
from contextlib import suppress
from itertools import pairwise
from textwrap import wrap
from typing import Literal, TypeAlias

from parlour.coach.wording import Diagram
from parlour.games.contract import State
from parlour.games.game import Game
from parlour.games.vocabulary import Line
from parlour.printing import escape
from parlour.terminal.console.console import Console
from parlour.terminal.console.interrupts import Terminated, handle
from parlour.terminal.console.paint import join_lines

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
        table.add_row(*(Text(escape(text_of(cell)), "" if isinstance(cell, str) else cell[1]) for cell in row))
    return [*console.format(table, width)]


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
    """The events, without the scores, which the board shows, and without headings that nothing follows then."""
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


def show_markdown(console: Console, text: str) -> None:
    """Show Markdown: formatted and paged at a terminal, as it is elsewhere."""
    lines = text.expandtabs().rstrip("\n").split("\n")
    if not console.is_terminal:
        console.say(*lines)
        return
    from rich.markdown import Markdown

    show_pages(console, console.format(Markdown("\n".join(map(escape, lines))), min(console.width, NARROW) - 1))
    console.return_to_screen()  # a pager may have left the alternate screen


def show_pages(console: Console, lines: Sequence[str]) -> None:
    """Page the lines if they do not fit on the screen. Plain lines are never paged. Ctrl-C ends only the pages."""
    page = max(2, shutil.get_terminal_size().lines - 1)
    text = console.encodable(join_lines(lines))
    try:
        if console.plain or len(lines) <= page:
            console.say(*lines)
        elif not show_with_program(os.environ.get("PAGER", ""), text):
            turn_pages(console, lines, page)
    except Terminated:
        raise
    except KeyboardInterrupt:
        console.say("")


def show_with_program(pager: str, text: str) -> bool:
    """Run the pager that is named in the environment. Return whether there is one that can be started."""
    import subprocess  # not at the top: few people need it

    try:
        command = shlex.split(pager)
    except ValueError:  # an open quotation mark
        return False
    if not command:
        return False
    with handle({signal.SIGINT: lambda *_: None}), suppress(OSError):  # Ctrl-C is for the pager
        subprocess.run(command, input=text.encode("utf-8", "replace"), env={"LESS": "R", **os.environ}, check=False)
        return True
    return False


def turn_pages(console: Console, lines: Sequence[str], page: int) -> None:
    first = 0
    while True:
        console.say(*lines[first : first + page])
        if first + page >= len(lines):
            return
        done = round(100 * (first + page) / len(lines))
        keys = "Enter for more, b for back, q to stop" if console.width > 60 else "Enter, b or q"  # on one line
        while (typed := console.read(f"-- {done}% -- {keys}: ").strip(" \t").lower()) not in ("", "b", "q"):
            console.discard_input()
            console.say("Press Enter for more, or type b to go back or q to stop.")
        if typed == "q":
            return
        first = max(0, first - page) if typed == "b" else first + page
