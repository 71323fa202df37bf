"""Draws the pictures: a terminal for README.md, from a real game in a pseudo-terminal, and a board for each game.

    make pictures

The script plays Tower Siege against `random` and draws the screen as SVG, once for light and once for dark pages. The
seed is fixed, so the screenshots are reproducible. The boards are those of boards.py.
"""

from __future__ import annotations

import os
import sys
import tempfile
from html import escape
from pathlib import Path
from typing import Any

import pexpect
import pyte
from boards import documents

HERE = Path(__file__).parent
COLUMNS, ROWS = 80, 28
CELL_WIDTH, LINE_HEIGHT, MARGIN = 8.43, 18, 16

THEMES = {
    "light": {"page": "#ffffff", "edge": "#d0d7de", "text": "#1f2328", "cyan": "#0969da", "magenta": "#a626a4"},
    "dark": {"page": "#0d1117", "edge": "#30363d", "text": "#e6edf3", "cyan": "#58c4dc", "magenta": "#d2a8ff"},
}
DIM = {"light": "#6e7781", "dark": "#8b949e"}

PLAY = ["tower-siege", "--second", "random", "--seed", "875"]
MOVE, CARD = "forward (1-3): ", "choose your battle card: "
MENU = ("Enter choice: ", "1")
TYPED = [MENU, (MOVE, "3"), (CARD, "3"), MENU, (MOVE, "3"), (CARD, "4"), MENU, (MOVE, "2")]


def played_screen() -> list[list[Any]]:
    """The characters on the screen in the middle of the game, with their colours."""
    screen = pyte.Screen(COLUMNS, ROWS)
    stream = pyte.ByteStream(screen)
    with tempfile.TemporaryDirectory() as home:
        env = {**os.environ, "XDG_STATE_HOME": home, "TERM": "xterm-256color", "LANG": "C.UTF-8"}
        for name in ("NO_COLOR", "LC_ALL", "LC_CTYPE", "COLUMNS", "LINES"):
            env.pop(name, None)
        command = ["-m", "parlour", "play", *PLAY]
        child = pexpect.spawn(sys.executable, command, env=env, dimensions=(ROWS, COLUMNS))
        for prompt, answer in [*TYPED, (CARD, "")]:
            child.expect_exact(prompt.encode())
            stream.feed(as_terminal(child.before + child.after))
            if answer:
                child.send(answer + "\r")
        child.sendcontrol("c")
        child.expect(pexpect.EOF)
    rows = [[screen.buffer[row][column] for column in range(COLUMNS)] for row in range(ROWS)]
    while rows and not any(cell.data.strip() for cell in rows[-1]):
        rows.pop()
    return rows


def as_terminal(data: bytes) -> bytes:
    """Replaces dim text, which pyte does not know, by an unused colour."""
    return data.replace(b"\x1b[2m", b"\x1b[90m")


def svg(rows: list[list[Any]], theme: str) -> str:
    colours = THEMES[theme]
    width, height = COLUMNS * CELL_WIDTH + 2 * MARGIN, len(rows) * LINE_HEIGHT + 2 * MARGIN
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height}" width="{width:.0f}" '
        f'height="{height}" role="img" aria-label="A game of Tower Siege in a terminal" '
        'font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, \'DejaVu Sans Mono\', monospace" font-size="14">',
        f'<rect x="0.5" y="0.5" width="{width - 1:.0f}" height="{height - 1}" rx="8" fill="{colours["page"]}" '
        f'stroke="{colours["edge"]}"/>',
    ]
    for number, row in enumerate(rows):
        y = MARGIN + number * LINE_HEIGHT + 14
        for begin, text, colour, bold in runs(row):
            ink = {"default": colours["text"], "brightblack": DIM[theme]}.get(colour) or colours[colour]
            weight = ' font-weight="bold"' if bold else ""
            lines.append(
                f'<text x="{MARGIN + begin * CELL_WIDTH:.2f}" y="{y}" fill="{ink}"{weight} '
                f'textLength="{len(text) * CELL_WIDTH:.2f}" xml:space="preserve">{escape(text)}</text>'
            )
    return "\n".join([*lines, "</svg>", ""])


def runs(row: list[Any]) -> list[tuple[int, str, str, bool]]:
    """The pieces of a row with one style: column, text, colour, and whether it is bold."""
    found: list[tuple[int, str, str, bool]] = []
    for column, cell in enumerate(row):
        if found:
            begin, text, colour, bold = found[-1]
            if (colour, bold) == (cell.fg, cell.bold) and begin + len(text) == column:
                found[-1] = (begin, text + cell.data, colour, bold)
                continue
        if cell.data.strip():
            found.append((column, cell.data, cell.fg, cell.bold))
    return [(begin, text.rstrip(), colour, bold) for begin, text, colour, bold in found]


def main() -> None:
    rows = played_screen()
    screens = {f"tower-siege-{theme}.svg": svg(rows, theme) for theme in THEMES}
    for name, text in (screens | documents()).items():
        (HERE / name).write_text(text, encoding="utf-8")
        print(f"wrote {name}")


if __name__ == "__main__":
    main()
