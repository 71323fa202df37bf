"""Shows a long text a page at a time: with the person's own pager, or with a plain one."""

from __future__ import annotations

import os
import shlex
import shutil
import signal
from collections.abc import Sequence

from parlour.terminal.console.console import Console
from parlour.terminal.console.interrupts import Terminated

WIDE, SHORT = "Enter for more, b for back, q to stop", "Enter, b or q"
NARROW = 60  # columns: the prompt must fit on one line
REQUEST = "Press Enter for more, or type b to go back or q to stop."


def show_markdown(console: Console, text: str) -> None:
    """Show Markdown: formatted and paged at a terminal, as it is elsewhere."""
    if not console.is_terminal:
        console.say(text.rstrip("\n"))
        return
    from rich.markdown import Markdown

    show(console, console.format(Markdown(text), min(console.width, 80) - 1))
    console.return_to_screen()  # a pager may have left the alternate screen


def show(console: Console, lines: Sequence[str]) -> None:
    """Show lines a page at a time. Ctrl-C ends only the pages."""
    try:
        show_pages(console, lines)
    except Terminated:
        raise
    except KeyboardInterrupt:
        console.say("")


def show_pages(console: Console, lines: Sequence[str]) -> None:
    """Page the lines if they do not fit on the screen. Plain lines are never paged."""
    page = max(2, shutil.get_terminal_size().lines - 1)
    if console.plain or len(lines) <= page:
        console.say(*lines)
    elif not show_with_program(os.environ.get("PAGER", ""), console.encodable("".join(f"{line}\n" for line in lines))):
        turn_pages(console, lines, page)


def show_with_program(pager: str, text: str) -> bool:
    """Run the pager that is named in the environment. Return whether there is one that can be started."""
    import subprocess  # not at the top: few people need it

    try:
        command = shlex.split(pager)
    except ValueError:  # an open quotation mark
        return False
    if not command:
        return False
    previous = signal.signal(signal.SIGINT, lambda *_: None)  # Ctrl-C is for the pager
    try:
        subprocess.run(command, input=text.encode("utf-8", "replace"), env={"LESS": "R", **os.environ}, check=False)
    except OSError:
        return False
    finally:
        signal.signal(signal.SIGINT, previous)
    return True


def turn_pages(console: Console, lines: Sequence[str], page: int) -> None:
    first = 0
    while True:
        console.say(*lines[first : first + page])
        if first + page >= len(lines):
            return
        done = round(100 * (first + page) / len(lines))
        typed = None
        while typed not in ("", "b", "q"):
            if typed is not None:
                console.discard_input()
                console.say(REQUEST)
            typed = console.read(f"-- {done}% -- {WIDE if console.width > NARROW else SHORT}: ").strip(" \t").lower()
        if typed == "q":
            return
        first = max(0, first - page) if typed == "b" else first + page
