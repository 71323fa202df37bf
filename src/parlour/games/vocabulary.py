"""The vocabulary of `words.py` of a game: questions, lines of styled text, numbers and values in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from decimal import ROUND_CEILING, Context
from math import floor
from types import MappingProxyType
from typing import Any, Literal, NamedTuple, TypeAlias

Style = Literal["", "first", "second", "red", "blue", "green", "dim", "strong"]
NOTHING: Mapping[str, str] = MappingProxyType({})
SURE = 0.995  # from this value on, a position counts as won, or as lost
CERTAIN = 1 - 1e-9  # from this value on, it is: the rest is rounding
SLACK = 1e-9  # bounds are not rounded outward for less: it is a rounding error


class Span(NamedTuple):
    """A piece of text and its style. The text must make sense without the style."""

    text: str
    style: Style = ""


Line: TypeAlias = tuple[Span, ...]
SEAT_STYLES: tuple[Style, Style] = ("first", "second")


def plain_text(line: Line) -> str:
    """A line without its styles."""
    return "".join(span.text for span in line)


class Question(NamedTuple):
    """A question to one player, and the action or the next question that each answer leads to."""

    player: int
    prompt: str  # the player types the answer after its last line
    answers: Mapping[str, int | Question]
    refusals: Mapping[str, str] = NOTHING  # answers that are not possible now, and the reason
    mask: str = ""  # shown in a transcript instead of the answer, unless empty
    synonyms: Mapping[str, str] = NOTHING  # other words that can be typed, and the answer that each stands for


def legal(rules_module: Any, rules: Any, state: Any, player: int) -> list[int]:
    """The legal actions of a player who is to act, for a `words.py` that has no `Game`."""
    count = rules_module.options(rules, state, player)
    return [rules_module.option(rules, state, player, k) for k in range(count)]


def ends(rules_module: Any, rules: Any, state: Any, player: int) -> tuple[int, int]:
    """The lowest and the highest legal action of a player who is to act."""
    last = rules_module.options(rules, state, player) - 1
    return rules_module.option(rules, state, player, 0), rules_module.option(rules, state, player, last)


def amounts(low: int, high: int) -> Mapping[str, int]:
    """Answers for actions that are typed as their number."""
    return Amounts(low, high)


class Amounts(Mapping[str, int]):
    """The numbers by their text. There may be ten thousand of them, so they are not listed."""

    def __init__(self, low: int, high: int) -> None:
        self._numbers = range(low, high + 1)

    def __getitem__(self, answer: str) -> int:
        number = int(answer) if answer.isdecimal() and len(answer) < 20 else -1
        if number not in self._numbers or str(number) != answer:
            raise KeyError(answer)
        return number

    def __iter__(self) -> Iterator[str]:
        return map(str, self._numbers)

    def __len__(self) -> int:
        return len(self._numbers)

    def __or__(self, more: Mapping[str, Any]) -> dict[str, Any]:
        """These and other answers, as with a dictionary."""
        return {**self, **more}


def count(number: int, noun: str, plural: str = "") -> str:
    """`1 token`, `2 tokens`."""
    return f"{number} {noun}" if number == 1 else f"{number} {plural or f'{noun}s'}"


def duration(seconds: float) -> str:
    """`40 s`, `12 min`, `2.5 h`."""
    if seconds < 100:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 6000 else f"{seconds / 3600:.1f} h"


def trim(lines: list[str]) -> list[str]:
    """The lines without empty ones at the beginning and at the end."""
    return "\n".join(lines).strip("\n").split("\n")


def fold(text: str) -> str:
    """A name or an answer as it is compared: capitals and the number of spaces make no difference."""
    return " ".join(text.casefold().split())


def signed(value: float, digits: int = 3) -> str:
    """`+0.250`, `-1.000`; zero has no sign."""
    text = f"{value:+.{digits}f}"
    return text if float(text) else f"{0:.{digits}f}"


def round_down(value: float, digits: int = 3) -> float:
    """A lower bound with fewer digits, which still claims no more than is proved."""
    return floor((value + SLACK) * 10.0**digits) / 10.0**digits


def outward(lower: float, upper: float, digits: int = 3) -> tuple[str, str]:
    """Proved bounds as text: the lower one rounded down, the upper one up."""
    return signed(round_down(lower, digits), digits), signed(-round_down(-upper, digits), digits)


def width_text(width: float, figures: int = 2) -> str:
    """The width of proved bounds, rounded up: `0.00072` for 0.0007101."""
    rounded = Context(figures, ROUND_CEILING).create_decimal_from_float(width * (1 - SLACK))
    return f"{float(rounded):.{figures}g}"


def loss_text(loss: float, none: str = "-") -> str:
    """`0.250`; a dash or another text for no loss, and never 0.000 for a small one."""
    if loss == 0:
        return none
    return f"{loss:.3f}" if loss >= 0.0005 else "< 0.001"


def seen_by(player: int, value: float) -> float:
    """A value for the first player, as this player sees it."""
    return value if player == 0 else 0.0 - value  # never -0.0


def bar(value: int, most: int, width: int = 20) -> str:
    """An amount as a bar: full at `most`, and never empty unless the amount is 0."""
    filled = min(width, -(-value * width // max(1, most)))
    return "█" * filled + "░" * (width - filled)


def pips(value: int, most: int, width: int = 10) -> str:
    """Points as pips, or as a bar if there is no room for pips."""
    return "●" * value + "○" * (most - value) if most <= width else bar(value, most, width)
