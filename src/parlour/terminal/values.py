"""The value of a position as a bar and in words, for one player."""

from __future__ import annotations

from parlour.games.vocabulary import bar, signed

BAR = 20  # characters of a bar that is full for a certain win


def value_bar(value: float) -> str:
    """`██████████░░░░░░░░░░  0.00`: full for a certain win, empty for a certain loss."""
    return f"{bar(round((value + 1) / 2 * BAR), BAR, BAR)} {signed(value, 2):>5}"
