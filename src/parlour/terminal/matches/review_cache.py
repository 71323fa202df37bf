"""The reviews of saved matches, kept in a file: a review takes up to a twentieth of a second per choice."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from parlour.coach.reviews import review_match
from parlour.coach.statistics import MatchPart, parts_of
from parlour.files import write_file
from parlour.games.line import Line
from parlour.match.match import Match
from parlour.match.record import dump
from parlour.terminal.console.progress import Bar
from parlour.terminal.matches.saved import Saved

if TYPE_CHECKING:
    from parlour.solver.review import Review
    from parlour.solver.solution import Solution

FORMAT, VERSION = "parlour reviews", 1
MOST = 5_000  # matches that are remembered


def review_parts(found: Iterable[Saved]) -> list[MatchPart]:
    """The parts of people in these matches, reviewed where a solution is known. Ctrl-C keeps finished reviews."""
    from parlour.solver.api import WITHIN  # not at the top: they load NumPy
    from parlour.solver.solution_files import load

    parts = parts_of((saved.match, saved.when.astimezone(), str(saved.path)) for saved in found)
    # Only solutions that are stored on this machine: solving could take minutes.
    solutions = {game: load(game, WITHIN) for game in dict.fromkeys(part.match.game for part in parts)}
    cache, done = ReviewCache(), []
    try:
        with Bar("Reviewing your matches", note="") as bar:
            for place, part in enumerate(parts):
                report = partial(bar, "reviewing", place / len(parts))
                solution = solutions[part.match.game]
                review = None if solution is None else cache.review(part.match, solution, report)
                done.append(part._replace(review=review))
    finally:
        cache.save()
    return done


class ReviewCache:
    """Reviews in a file. A review is found by the whole match and by everything that its solution depends on."""

    def __init__(self) -> None:
        self._known: dict[str, Any] = {}
        self._new = False
        with suppress(OSError, ValueError, TypeError, KeyError, AttributeError):  # it is only a cache
            content = json.loads(cache_file().read_text(encoding="utf-8"))
            if (content["format"], content["version"]) == (FORMAT, VERSION):
                self._known = dict(content["matches"])

    def review(self, match: Match, solution: Solution, report: Callable[[], None]) -> Review:
        """The review of a match. If it is not known, it is calculated now, after a call of `report`."""
        key = key_of(match, solution)
        entry = self._known.pop(key, None)
        try:
            review = from_entry(match.line, entry)
        except (ValueError, TypeError, KeyError, AttributeError):  # new, or not written here
            report()
            review = review_match(solution, match)
            entry, self._new = to_entry(review), True
        self._known[key] = entry  # at the end, so that those that were not needed for longest are the first
        return review

    def save(self) -> None:
        """Write new reviews, completely or not at all. Without them, matches are reviewed again."""
        if not self._new:
            return
        kept = dict(list(self._known.items())[-MOST:])
        with suppress(OSError):
            path = cache_file()
            write_file(path, json.dumps({"format": FORMAT, "version": VERSION, "matches": kept}))


def cache_file() -> Path:
    from parlour.fast.user_cache import cache_folder  # not at the top: most commands do without

    return cache_folder() / "reviews.json"


def key_of(match: Match, solution: Solution) -> str:
    from parlour.solver.solution_files import solution_digest

    parts = [dump(match), solution_digest(solution.game, solution.within)]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def to_entry(review: Review) -> list[Any]:
    """A review for JSON, without the numbers and the states of its turns, which follow from the match."""
    turns = [
        [turn.choices, turn.value, turn.bounds, turn.value_after, turn.bounds_after, turn.luck] for turn in review.turns
    ]
    return [turns, review.forfeit]


def from_entry(line: Line, entry: Any) -> Review:
    from parlour.solver.review import Forfeit, Review, ReviewedChoice, ReviewedTurn

    turns, forfeit = entry
    reviewed = []
    for number, (turn, given) in enumerate(zip(line.turns, turns, strict=True), start=1):
        given_choices, value, (low, high), value_after, (low_after, high_after), luck = given
        choices = tuple(
            ReviewedChoice(player, action, loss, {int(each): chance for each, chance in best.items()}, forced)
            for player, action, loss, best, forced in given_choices
        )
        values = value, (low, high), value_after, (low_after, high_after)
        reviewed.append(ReviewedTurn(number, turn.before, choices, turn.after, *values, luck))
    return Review(tuple(reviewed), Forfeit(*forfeit) if forfeit else None)
