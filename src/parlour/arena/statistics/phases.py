"""The phases of a match: each is a third of its decisions."""

from __future__ import annotations

OPENING, MIDDLE, END = PHASES = ("opening", "middle", "end")


def phase(number: int, total: int) -> str:
    """The phase of decision `number`, counted from 0, in a match of so many decisions."""
    return PHASES[3 * number // max(1, total)]
