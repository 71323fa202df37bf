"""Numbers and tables as a reader sees them, the same in HTML and in Markdown; and Markdown that players cannot format.

Texts of players and models are escaped: they can neither format nor link anything.
"""

import re
from collections.abc import Iterator, Sequence
from typing import TypeAlias

from parlour.arena.report.failures import PlayerCalls
from parlour.arena.report.head_to_head import LuckAdjustedScore, MatchupScores, SeatScores
from parlour.arena.statistics.intervals import ENOUGH_PAIRS, Interval
from parlour.arena.statistics.losses import PHASES, PlayerLosses
from parlour.arena.statistics.ratings import Rating, Ratings
from parlour.games.vocabulary import loss_text, signed

FigureTable: TypeAlias = tuple[tuple[str, ...], list[tuple[str | int, ...]]]  # headings and rows

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


def star(pairs: int) -> str:
    return "" if pairs >= ENOUGH_PAIRS else " *"


def percent(share: float | None) -> str:
    return UNKNOWN if share is None else f"{100 * share:.1f} %"


def seconds(value: float | None) -> str:
    return UNKNOWN if value is None else f"{value:.2f} s"


def cost(value: float | None) -> str:
    return UNKNOWN if value is None else f"{value:,.2f}" if value >= 1 else f"{value:.4f}"


def rating_table(standing: Ratings) -> FigureTable:
    return ("player", "rating", "interval", "pairs"), [
        (each.player, rating(each), f"{each.low:.0f} to {each.high:.0f}{star(each.seeds)}", each.pairs)
        for each in standing.ratings
    ]


def matchup_table(matchups: Sequence[MatchupScores]) -> FigureTable:
    return ("players", "score", "without forfeits", "luck-adjusted", "worth", "exact", "pairs"), [
        (
            " – ".join(each.players),
            score_interval(each.score),
            score_interval(each.without_forfeits) if any(each.forfeits) else "no forfeits",
            score_interval(each.luck_adjusted and each.luck_adjusted.score),
            factor(each.luck_adjusted),
            score(each.exact),
            each.score.pairs,
        )
        for each in matchups
    ]


def seat_table(seats: Sequence[SeatScores]) -> FigureTable:
    return ("player", "both seats", "first seat", "second seat"), [
        (each.player, *map(score_interval, (each.both, each.first, each.second))) for each in seats
    ]


def loss_table(losses: Sequence[PlayerLosses]) -> FigureTable:
    return ("player", "all", "without forfeits", *PHASES, "choices"), [
        (
            each.player,
            loss_interval(each.loss),
            loss_interval(each.without_forfeits) if each.forfeits else "no forfeits",
            *map(loss_interval, each.phases.values()),
            each.choices,
        )
        for each in losses
    ]


def call_table(calls: Sequence[PlayerCalls]) -> FigureTable:
    headings = ("player", "calls", "illegal", "unreadable", "errors", "tokens in", "tokens out", "cost")
    return (*headings, "median time", "95 % within"), [
        (
            each.player,
            each.calls,
            percent(each.illegal),
            percent(each.unreadable),
            each.kinds.get("error", 0),
            each.tokens_in,
            each.tokens_out,
            cost(each.cost),
            seconds(each.seconds_median),
            seconds(each.seconds_95),
        )
        for each in calls
    ]


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
