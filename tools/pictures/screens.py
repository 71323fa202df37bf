"""Runs Parlour in a pseudo-terminal and draws the screen as SVG."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import Any, NamedTuple

import pexpect
import pyte

COLUMNS, ROWS = 80, 28
CELL_WIDTH, LINE_HEIGHT, MARGIN = 8.43, 18, 16
THEMES = {
    "light": {"page": "#ffffff", "edge": "#d0d7de", "default": "#1f2328", "cyan": "#0969da", "magenta": "#a626a4"},
    "dark": {"page": "#0d1117", "edge": "#30363d", "default": "#e6edf3", "cyan": "#58c4dc", "magenta": "#d2a8ff"},
}
THEMES["light"] |= {"brightblack": "#6e7781", "brightred": "#cf222e", "brightblue": "#0969da", "brightgreen": "#1a7f37"}
THEMES["dark"] |= {"brightblack": "#8b949e", "brightred": "#ff7b72", "brightblue": "#79c0ff", "brightgreen": "#7ee787"}

# Lines and blocks are drawn, because the letters of a font leave gaps between rows.
ARMS = {"─": "lr", "│": "ud", "┌": "rd", "┐": "ld", "└": "ru", "┘": "lu"}
ARMS |= {"├": "udr", "┤": "udl", "┬": "lrd", "┴": "lru", "┼": "lrud"}
BLOCKS = {"█": 0.85, "░": 0.18}  # how opaque each is


class Scene(NamedTuple):
    """A run of Parlour: what is typed at which prompt, and the prompt at which the picture is taken."""

    name: str
    about: str
    arguments: Sequence[str]
    typed: Sequence[tuple[str, str]]
    last: str
    begin: str = ""  # the first row of the picture begins with this


def screen_of(scene: Scene, home: Path) -> list[list[Any]]:
    """The characters on the screen at the last prompt, with their colours."""
    screen = pyte.Screen(COLUMNS, ROWS)
    stream = pyte.ByteStream(screen)
    env = {**os.environ, "XDG_STATE_HOME": str(home), "TERM": "xterm-256color", "LANG": "C.UTF-8"}
    for name in ("NO_COLOR", "LC_ALL", "LC_CTYPE", "COLUMNS", "LINES"):
        env.pop(name, None)
    command = ["-m", "parlour", *scene.arguments]
    child = pexpect.spawn(sys.executable, command, env=env, dimensions=(ROWS, COLUMNS), timeout=60)
    for prompt, answer in [*scene.typed, (scene.last, "")]:
        child.expect_exact(prompt.encode())
        stream.feed(as_terminal(child.before + child.after))
        if answer:
            child.send(answer + "\r")
    child.sendcontrol("c")
    child.expect(pexpect.EOF)
    rows = [[screen.buffer[row][column] for column in range(COLUMNS)] for row in range(ROWS)]
    texts = ["".join(cell.data for cell in row).strip() for row in rows]
    shown = [number for number, text in enumerate(texts) if text]
    first = next(number for number in shown if texts[number].startswith(scene.begin))
    return rows[first : shown[-1] + 1]


def as_terminal(data: bytes) -> bytes:
    """Replaces dim text, which pyte does not know, by an unused colour."""
    return data.replace(b"\x1b[2m", b"\x1b[90m")


def svg(rows: list[list[Any]], about: str, theme: str) -> str:
    colours = THEMES[theme]
    width, height = COLUMNS * CELL_WIDTH + 2 * MARGIN, len(rows) * LINE_HEIGHT + 2 * MARGIN
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height}" width="{width:.0f}" '
        f'height="{height}" role="img" aria-label="{escape(about)}" '
        'font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, \'DejaVu Sans Mono\', monospace" font-size="14">',
        f'<rect x="0.5" y="0.5" width="{width - 1:.0f}" height="{height - 1}" rx="8" fill="{colours["page"]}" '
        f'stroke="{colours["edge"]}"/>',
    ]
    for number, row in enumerate(rows):
        top = MARGIN + number * LINE_HEIGHT
        for begin, text, colour, bold in runs(row):
            left, ink = MARGIN + begin * CELL_WIDTH, colours.get(colour, colours["default"])
            if text[0] in ARMS:
                lines.append(f'<path d="{strokes(text, left, top)}" stroke="{ink}" fill="none"/>')
            elif text[0] in BLOCKS:
                size = f'width="{len(text) * CELL_WIDTH:.2f}" height="{LINE_HEIGHT - 4}"'
                block = f'<rect x="{left:.2f}" y="{top + 2}" {size} fill="{ink}" opacity="{BLOCKS[text[0]]}"/>'
                lines.append(block)
            else:
                weight = ' font-weight="bold"' if bold else ""
                lines.append(
                    f'<text x="{left:.2f}" y="{top + 14}" fill="{ink}"{weight} '
                    f'textLength="{len(text) * CELL_WIDTH:.2f}" xml:space="preserve">{escape(text)}</text>'
                )
    return "\n".join([*lines, "</svg>", ""])


def runs(row: list[Any]) -> list[tuple[int, str, str, bool]]:
    """The pieces of a row that are drawn alike: column, text, colour, and whether it is bold."""
    found: list[tuple[int, str, str, bool]] = []
    for column, cell in enumerate(row):
        if found:
            begin, text, colour, bold = found[-1]
            same = (colour, bold, kind(text[0])) == (cell.fg, cell.bold, kind(cell.data))
            if same and begin + len(text) == column:
                found[-1] = (begin, text + cell.data, colour, bold)
                continue
        if cell.data.strip():
            found.append((column, cell.data, cell.fg, cell.bold))
    return [(begin, text.rstrip(), colour, bold) for begin, text, colour, bold in found]


def kind(character: str) -> str:
    """What is drawn in one go: lines, blocks of one sort, or letters."""
    return "line" if character in ARMS else character if character in BLOCKS else "letter"


def strokes(text: str, left: float, top: float) -> str:
    """The path of a run of line characters. Arms reach the edges of their cells, so that neighbours join."""
    path, y = [], top + LINE_HEIGHT / 2
    for number, character in enumerate(text):
        x = left + (number + 0.5) * CELL_WIDTH
        ends = {"l": (x - CELL_WIDTH / 2, y), "r": (x + CELL_WIDTH / 2, y), "u": (x, top), "d": (x, top + LINE_HEIGHT)}
        path += [f"M{x:.2f} {y:g}L{ends[arm][0]:.2f} {ends[arm][1]:g}" for arm in ARMS[character]]
    return "".join(path)
