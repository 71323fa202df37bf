"""The figures of a report, as plain data. All scores are from -1 (lost) to 1 (won), and all intervals 95 %."""

from __future__ import annotations

from typing import Any, NamedTuple

from parlour.arena.statistics.intervals import Interval
from parlour.arena.statistics.ratings import Rating


class Missing(NamedTuple):
    """Pairs of a meeting that are not played yet."""

    game: str
    players: tuple[str, str]
    pairs: int


class Run(NamedTuple):
    """What was played."""

    plan: dict[str, Any]  # the content of plan.json: seeds, rules, hashes, settings and versions
    matches_hash: str  # of matches.jsonl
    pairs: int  # played
    planned: int
    missing: tuple[Missing, ...]


class Standing(NamedTuple):
    """Ratings of the players, best first."""

    ratings: tuple[Rating, ...]
    warnings: tuple[str, ...]


class CorrectedScore(NamedTuple):
    """A score without the luck of an opponent whose mix is known."""

    score: Interval
    without_luck_of: str
    factor: float | None  # how many times as many games the raw score needs; None if nothing varies any more


class Meeting(NamedTuple):
    """Two players against each other. Scores are the first one's."""

    players: tuple[str, str]
    score: Interval
    forfeits: tuple[int, int]  # matches, by player
    without_forfeits: Interval | None
    corrected: CorrectedScore | None
    exact: float | None


class SeatScores(NamedTuple):
    """A player against all opponents. An interval counts seeds, which all opponents share."""

    player: str
    both: Interval
    first: Interval
    second: Interval


class Bin(NamedTuple):
    """The decisions of a player with these numbers, counted from 1 in each match."""

    begin: int
    end: int
    loss: Interval
    decisions: int


class Losses(NamedTuple):
    """What the decisions of a player gave away on average. 2.00 separates a win from a loss."""

    player: str
    decisions: int
    loss: Interval
    without_forfeits: Interval | None
    phases: dict[str, Interval | None]
    forfeits: int  # of the decisions
    bins: tuple[Bin, ...]


class GameFigures(NamedTuple):
    label: str
    title: str
    standing: Standing
    meetings: tuple[Meeting, ...]
    seats: tuple[SeatScores, ...]
    losses: tuple[Losses, ...]
    notes: tuple[str, ...]  # what was left out, and why


class Forfeits(NamedTuple):
    player: str
    matches: int
    forfeits: int
    kinds: dict[str, int]
    reasons: tuple[tuple[str, int], ...]  # the commonest


class Calls(NamedTuple):
    """What a language model was asked, one call for each HTTP request."""

    player: str
    calls: int
    kinds: dict[str, int]
    illegal: float | None  # of the replies
    unreadable: float | None
    tokens_in: int
    tokens_out: int
    cost: float | None
    seconds_median: float | None
    seconds_95: float | None  # 95 % of the calls are faster
    replies: tuple[str, ...]  # some that were illegal or unreadable


class Figures(NamedTuple):
    verdict: tuple[str, ...]  # who is better than whom, in sentences
    run: Run
    standing: Standing  # over all games
    meetings: tuple[Meeting, ...]  # over all games
    games: tuple[GameFigures, ...]
    forfeits: tuple[Forfeits, ...]
    calls: tuple[Calls, ...]
    notes: tuple[str, ...]


def plain(value: Any) -> Any:
    """The figures as JSON can hold them."""
    if hasattr(value, "_asdict"):
        return {key: plain(each) for key, each in value._asdict().items()}
    if isinstance(value, dict):
        return {key: plain(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [plain(each) for each in value]
    return value
