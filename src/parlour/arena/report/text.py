"""Numbers as a reader sees them, the same in HTML and in Markdown; and Markdown that players cannot format.

Texts of players and models are escaped: they can neither format nor link anything.
"""

import re
from collections.abc import Iterator, Sequence

from parlour.arena.report.head_to_head import LuckAdjustedScore
from parlour.arena.statistics.intervals import ENOUGH_PAIRS, Interval
from parlour.arena.statistics.ratings import Rating
from parlour.games.vocabulary import loss_text, signed

UNKNOWN = "–"
MINUS = str.maketrans("-", "−")
SPECIAL = re.compile(r"[\\`*_\[\]#!|~$]")  # each of them can mean something in Markdown
BEGINNING = re.compile(r"^([-+=]|[0-9]+(?=[.)]))")  # a list, or a line under a heading
ENTITIES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", "@": "&#64;"}  # HTML and addresses
LINKS = re.compile(r":(?=//)|(?<=www)\.", re.IGNORECASE)  # some sites make links of these


def score(value: float | None) -> str:
    """With its sign and two digits."""
    return UNKNOWN if value is None else signed(value, 2).translate(MINUS)


def score_interval(found: Interval | None) -> str:
    """`+0.25 (+0.10 to +0.39)`; with a star if there are too few pairs."""
    if found is None:
        return UNKNOWN
    return f"{score(found.mean)} ({score(found.low)} to {score(found.high)}){star(found.pairs)}"


def luck_adjusted(found: LuckAdjustedScore | None) -> str:
    return UNKNOWN if found is None else score_interval(found.score)


def factor(found: LuckAdjustedScore | None) -> str:
    """How many times as many games the score would need for the same interval."""
    if found is None:
        return UNKNOWN
    if found.factor is None:
        return "no luck left"
    return f"{found.factor:.1f} × the games" if found.factor < 99.5 else f"{found.factor:,.0f} × the games"


def loss_interval(found: Interval | None) -> str:
    if found is None:
        return UNKNOWN
    mean, low, high = (loss_text(each, "0") for each in (found.mean, found.low, found.high))
    return f"{mean} ({low} to {high}){star(found.pairs)}"


def rating(found: Rating) -> str:
    """`1620`, `at least 1620`, or `1620, no bounds`."""
    if found.limit == "open":
        return f"{found.rating:.0f}, no bounds"
    return f"{found.limit} {found.rating:.0f}".strip()


def rating_interval(found: Rating) -> str:
    return f"{found.low:.0f} to {found.high:.0f}{star(found.seeds)}"


def star(pairs: int) -> str:
    return "" if pairs >= ENOUGH_PAIRS else " *"


def percent(share: float | None) -> str:
    return UNKNOWN if share is None else f"{100 * share:.1f} %"


def seconds(value: float | None) -> str:
    return UNKNOWN if value is None else f"{value:.2f} s"


def cost(value: float | None) -> str:
    return UNKNOWN if value is None else f"{value:,.2f}" if value >= 1 else f"{value:.4f}"


def escape(text: object) -> str:
    """A text that Markdown shows as it is, in one line, after something else in that line."""
    line = SPECIAL.sub(r"\\\g<0>", " ".join(str(text).split()))
    line = "".join(ENTITIES.get(character, character) for character in line)
    return LINKS.sub(lambda found: f"&#{ord(found[0])};", line)


def paragraph(text: str) -> tuple[str, str]:
    """The same, where a line begins."""
    return BEGINNING.sub(lambda found: f"&#{ord(found[0][0])};{found[0][1:]}", escape(text)), ""


def table(headings: Sequence[str], rows: Sequence[Sequence[object]]) -> Iterator[str]:
    """A table in Markdown. All its cells are escaped here; its headings must be safe."""
    yield "| " + " | ".join(headings) + " |"
    yield "|" + "---|" * len(headings)
    for row in rows:
        yield "| " + " | ".join(escape(cell) for cell in row) + " |"
    yield ""
