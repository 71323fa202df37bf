"""Reads RULES.md, the rules of a game for players: its sections, and what each parameter means."""

from __future__ import annotations

import re

ROW = re.compile(r"^\| *`?(\w+)`? *\|.*\| *([^|]+?) *\|$", re.MULTILINE)  # a parameter in the table of "Variants"


def sections(text: str) -> list[tuple[str, str]]:
    """The title of each section and its text. The first has no title: it is what stands before them."""
    first, *others = re.split(r"^## ", text, flags=re.MULTILINE)
    parts = (other.partition("\n") for other in others)
    return [("", first), *((title.strip(), body) for title, _, body in parts)]


def section(text: str, title: str) -> str:
    """The text of one section; empty if there is none of this title."""
    return dict(sections(text)).get(title, "").strip()


def parameter_meanings(text: str) -> dict[str, str]:
    """What each parameter changes, by its name."""
    return dict(ROW.findall(text))
