"""Statistics over matches: results, the mean loss per choice, how it changes, and the positions that cost most.

`docs/explanation/solving.md` defines the mean loss per choice.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from itertools import groupby
from typing import TYPE_CHECKING, Any, NamedTuple

from parlour.games.game import Game
from parlour.games.vocabulary import seen_by
from parlour.match.match import Match
from parlour.match.transcript import variant_name

if TYPE_CHECKING:
    from parlour.solver.review import Review, ReviewedChoice, ReviewedTurn

PERIODS = 8  # at most so many show how the losses of a person change over time
RESULTS = ("won", "lost", "drawn")
COLUMNS = (
    "played", "file", "game", "rules", "seat", "name", "opponent", "result",
    "turn", "choice", "value", "loss", "forced",
)  # fmt: skip


class MatchPart(NamedTuple):
    """One person's part in a match that is over."""

    match: Match
    when: datetime  # with its time zone
    file: str
    player: int
    name: str  # empty if the person gave none
    opponent: str
    result: str  # one of RESULTS
    review: Review | None = None  # None if no solution of the game is known

    @property
    def losses(self) -> list[float]:
        """The losses that count for the mean loss per choice."""
        return [] if self.review is None else self.review.losses(self.player)

    @property
    def choices(self) -> list[tuple[ReviewedTurn, ReviewedChoice]]:
        """The person's choices, forced ones too."""
        return [] if self.review is None else self.review.choices(self.player)


class Total(NamedTuple):
    """Matches, choices and losses, added up."""

    matches: int
    won: int
    lost: int
    drawn: int
    choices: int  # that count for the mean, in the matches that are reviewed
    mean_loss: float | None  # per choice; None if there are no such choices


class Period(NamedTuple):
    name: str  # of the person; empty if none was given
    begin: datetime
    end: datetime
    total: Total


class CostlyPosition(NamedTuple):
    """A position in which a person's choice had a loss, perhaps more than once."""

    loss: float  # altogether
    times: int
    part: MatchPart  # the last time
    turn: ReviewedTurn
    choice: ReviewedChoice


def parts_of(found: Iterable[tuple[Match, datetime, str]]) -> list[MatchPart]:
    """The parts of people in these matches, each with its time and its file, the oldest first. They are not reviewed.

    Left out are matches without a result, and those of two people without names: it is not known who was who.
    """
    parts = []
    for match, when, file in sorted(found, key=lambda each: each[1]):
        if match.result.outcome not in ("won", "drawn") or (len(match.people) == 2 and match.names is None):
            continue
        for player in match.people:
            name, other = (match.names or ("", ""))[player], 1 - player
            opponent = match.names[other] if match.names and other in match.people else match.seats[other]
            winner = match.result.winner
            result = "drawn" if winner is None else "won" if winner == player else "lost"
            parts.append(MatchPart(match, when, file, player, name, opponent, result))
    return parts


def total_of(parts: Sequence[MatchPart]) -> Total:
    losses = [loss for part in parts for loss in part.losses]
    won, lost, drawn = (sum(part.result == result for part in parts) for result in RESULTS)
    return Total(len(parts), won, lost, drawn, len(losses), sum(losses) / len(losses) if losses else None)


def by_opponent(parts: Iterable[MatchPart]) -> list[tuple[str, Game, str, Total]]:
    """The name of a person, a game and an opponent, with their results; in alphabetical order."""

    def key(part: MatchPart) -> tuple[str, str, str, str]:
        return part.name, variant_name(part.match.game), part.match.game.name, part.opponent

    groups = [list(members) for _, members in groupby(sorted(parts, key=key), key)]
    return [(own[0].name, own[0].match.game, own[0].opponent, total_of(own)) for own in groups]


def over_time(parts: Iterable[MatchPart]) -> list[Period]:
    """Totals of the reviewed matches of each person, in periods of whole days with about as many matches each."""
    reviewed = sorted((part for part in parts if part.losses), key=lambda part: part.name)
    people = groupby(reviewed, key=lambda part: part.name)
    return [period for name, own in people for period in periods_of(name, list(own))]


def periods_of(name: str, parts: Sequence[MatchPart]) -> list[Period]:
    """The periods of one person, whose parts are sorted by time."""
    periods: dict[int, list[MatchPart]] = {}
    done = 0
    for _, day in groupby(parts, key=lambda part: part.when.date()):
        played = list(day)
        periods.setdefault(done * PERIODS // len(parts), []).extend(played)
        done += len(played)
    return [Period(name, own[0].when, own[-1].when, total_of(own)) for own in periods.values()]


def costliest(parts: Iterable[MatchPart]) -> list[CostlyPosition]:
    """The positions in which choices had a loss, the most expensive first."""
    found: dict[tuple[Game, int, object], CostlyPosition] = {}
    for part in parts:
        for turn, choice in part.choices:
            if choice.loss:
                position = part.match.game, part.player, turn.before
                loss, times = (found[position].loss, found[position].times) if position in found else (0.0, 0)
                found[position] = CostlyPosition(loss + choice.loss, times + 1, part, turn, choice)
    return sorted(found.values(), key=lambda costly: -costly.loss)


def statistics_document(parts: Sequence[MatchPart]) -> dict[str, Any]:
    """The statistics for JSON; docs/reference/formats.md describes every entry."""
    return {
        "format": "parlour statistics",
        "version": 2,
        "results": [
            {
                "name": name or None,
                "game": game.name,
                "rules": game.named_rules(),
                "opponent": opponent,
                **total._asdict(),
            }
            for name, game, opponent, total in by_opponent(parts)
        ],
        "periods": [
            {"name": name or None, "begin": begin.isoformat(), "end": end.isoformat(), **total._asdict()}
            for name, begin, end, total in over_time(parts)
        ],
        "positions": [
            {
                "game": costly.part.match.game.name,
                "rules": costly.part.match.game.named_rules(),
                "player": costly.part.player,
                "state": costly.turn.before._asdict(),
                "loss": costly.loss,
                "times": costly.times,
                "file": costly.part.file,
                "turn": costly.turn.number,
            }
            for costly in costliest(parts)
        ],
    }


def choice_rows(parts: Iterable[MatchPart]) -> Iterator[list[object]]:
    """A row of COLUMNS for each choice and for each forfeit."""
    for part in parts:
        game, player, review = part.match.game, part.player, part.review
        rules = " ".join(f"{key}={value}" for key, value in game.changed_rules().items())
        match = [part.when.isoformat(timespec="seconds"), part.file, game.name, rules, player + 1]
        match += [part.name, part.opponent, part.result]
        for turn, choice in part.choices:
            label, value = game.label(turn.before, player, choice.action), seen_by(player, turn.value)
            yield [*match, turn.number, label, f"{value:.6f}", f"{choice.loss:.6f}", int(choice.forced)]
        if review is not None and review.forfeit is not None and review.forfeit.player == player:
            loss = review.forfeit.loss
            yield [*match, len(review.turns) + 1, "forfeit", f"{loss - 1.0:.6f}", f"{loss:.6f}", 0]
