"""The forms in which a game's words come: questions, lines made of styled pieces, and a few phrases."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Literal, NamedTuple, TypeAlias

Style = Literal["", "first", "second", "red", "blue", "green", "dim", "strong"]
NOTHING: Mapping[str, str] = MappingProxyType({})


class Span(NamedTuple):
    """A piece of a line and how it looks; the text alone must carry the meaning."""

    text: str
    style: Style = ""


Line: TypeAlias = tuple[Span, ...]
SEAT_STYLES: tuple[Style, Style] = ("first", "second")


class Question(NamedTuple):
    """What one player is asked, and what each answer means."""

    player: int
    prompt: str  # its last line is where the answer is typed
    answers: Mapping[str, int | Question]  # what may be typed: an action, or a further question
    refusals: Mapping[str, str] = NOTHING  # what looks possible but is not now, and why
    mask: str = ""  # what a transcript shows in place of the answer; empty: the answer itself


def legal(rules_module: Any, rules: Any, state: Any, player: int) -> list[int]:
    """The actions of a player who is to act, as `rules.py` lists them: words ask it and decide nothing themselves."""
    count = rules_module.options(rules, state, player)
    return [rules_module.option(rules, state, player, k) for k in range(count)]


def amounts(low: int, high: int) -> dict[str, int]:
    """Answers where a number typed is the action."""
    return {str(number): number for number in range(low, high + 1)}


def count(number: int, noun: str) -> str:
    """`1 token`, `2 tokens`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def bar(value: int, most: int, width: int = 20) -> str:
    """A purse as a bar: full at `most`, and never empty while anything is left."""
    filled = min(width, -(-value * width // max(1, most)))
    return "█" * filled + "░" * (width - filled)


def pips(value: int, most: int, width: int = 10) -> str:
    """Points as pips where they fit, as a bar where they do not."""
    return "●" * value + "○" * (most - value) if most <= width else bar(value, most, width)
