"""The losses of all choices of a tournament, from the exact solutions, kept in `losses.jsonl`.

The file is derived from the matches and can be deleted: it is written again when it is missing, damaged or out of date.
"""

import hashlib
import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from parlour.arena.harness.played import PlayedMatch
from parlour.arena.tournament.results import TournamentResults
from parlour.files import write_file
from parlour.games.errors import TooLarge
from parlour.games.game import Game
from parlour.solver.memory import solution_of
from parlour.solver.review import Reviewer

LOSSES = "losses.jsonl"
VERSION = 3
TurnLoss: TypeAlias = tuple[int, float]  # the number of the turn, from 1, and the loss


class MatchLosses(NamedTuple):
    """One match: the losses that count (see `Review.numbered_losses`), and the luck of the first seat."""

    losses: tuple[tuple[TurnLoss, ...], tuple[TurnLoss, ...]]  # by seat
    luck: float

    def total(self, seat: int) -> float:
        return sum(loss for _, loss in self.losses[seat])


class Reviews(NamedTuple):
    matches: dict[tuple[int, bool], MatchLosses]  # by pair, and whether seats were swapped
    skipped: dict[str, str]  # labels of variants that cannot be solved, each with the reason

    def of(self, match: PlayedMatch) -> MatchLosses | None:
        return self.matches.get((match.pair, match.swapped))

    def add(self, game: Game, matches: Iterable[PlayedMatch], heard: Callable[[], object] = lambda: None) -> None:
        """Reviews matches of one game. Raises TooLarge if it cannot be solved. `heard` is called after each match."""
        solution_of(game).prepare()
        reviewer = Reviewer(solution_of(game))
        for match in matches:
            review = reviewer.review(match.line, match.failure and match.failure.player)
            first, second = (tuple(review.numbered_losses(seat)) for seat in (0, 1))
            self.matches[match.pair, match.swapped] = MatchLosses((first, second), review.luck)
            heard()


def load_reviews(
    folder: Path, results: TournamentResults, progress: Callable[[float], None] = lambda _: None
) -> Reviews:
    """The losses in all matches of a run: read from its folder, or calculated and written there.

    `progress` hears the fraction that is done.
    """
    path, digest = folder / LOSSES, results_digest(results)
    known = read_reviews(path, digest)
    if known is None:
        known = review_results(results, progress)
        write_reviews(path, known, digest)
    return known


def review_results(results: TournamentResults, progress: Callable[[float], None]) -> Reviews:
    reviews = Reviews({}, {})
    for label, game in results.plan.games.items():
        played = [match for match in results.matches if match.game == label]
        try:
            if played:
                reviews.add(game, played, lambda: progress(len(reviews.matches) / len(results.matches)))
        except TooLarge as error:
            reviews.skipped[label] = str(error)
    return reviews


# The file: a line that says what it belongs to, a line for each variant that was skipped, a line for each match


def results_digest(results: TournamentResults) -> str:
    """Depends on everything that losses depend on, apart from the solver's code."""
    games = [(label, game.name, game.named_rules()) for label, game in results.plan.games.items()]
    matches = [
        (match.pair, match.swapped, match.game, match.line.choices, match.failure and match.failure.player)
        for match in results.matches
    ]
    return hashlib.sha256(json.dumps([VERSION, games, matches]).encode()).hexdigest()


def header(reviews: Reviews, digest: str) -> dict[str, Any]:
    return {"version": VERSION, "matches": digest, "lines": len(reviews.skipped) + len(reviews.matches)}


def write_reviews(path: Path, reviews: Reviews, digest: str) -> None:
    lines: list[dict[str, Any]] = [header(reviews, digest)]
    lines += [{"game": label, "skipped": reason} for label, reason in reviews.skipped.items()]
    lines += [
        {"pair": pair, "swapped": swapped, **match._asdict()}
        for (pair, swapped), match in sorted(reviews.matches.items())
    ]
    write_file(path, "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines))


def read_reviews(path: Path, digest: str) -> Reviews | None:
    """The losses in a file, or None if they are not those of these matches."""
    reviews = Reviews({}, {})
    try:
        first, *lines = path.read_text(encoding="utf-8").splitlines()
        for line in lines:
            content = json.loads(line)
            if "skipped" in content:
                reviews.skipped[content["game"]] = content["skipped"]
            else:
                one, other = (tuple((number, loss) for number, loss in own) for own in content["losses"])
                reviews.matches[content["pair"], content["swapped"]] = MatchLosses((one, other), content["luck"])
        return reviews if json.loads(first) == header(reviews, digest) else None
    except (OSError, ValueError, KeyError, TypeError):
        return None
