"""Reads what was played. Every match is replayed, so nothing that cannot have happened is ever counted."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

from parlour.arena.harness.frozen import read_frozen, thawed
from parlour.arena.harness.ledger import MATCHES, Damaged, pairs_in
from parlour.arena.tournament.plan import Plan
from parlour.games.contract import Decision
from parlour.games.errors import ParlourError, reason
from parlour.games.game import Game
from parlour.match.match import Failure, Match
from parlour.match.record import as_decision, finish


class Played(NamedTuple):
    """One match of a tournament: a line of matches.jsonl."""

    pair: int
    swapped: bool
    game: str  # the label of the variant
    players: tuple[str, str]  # by seat
    seed: int
    decisions: tuple[Decision, ...]
    outcome: str
    winner: int | None
    failure: Failure | None

    def score(self, name: str) -> float:
        """1 if the player won, -1 if it lost, which includes forfeits, and otherwise 0."""
        seat = self.players.index(name)
        if self.failure is not None:
            return -1.0 if self.failure.player == seat else 1.0
        return 0.0 if self.winner is None else 1.0 if self.winner == seat else -1.0


class Results(NamedTuple):
    plan: Plan
    matches: tuple[Played, ...]  # sorted by pair; both matches of a pair, or neither


def read_results(folder: Path) -> Results:
    """The plan and the matches of a run, finished or not. A last line that is not complete is left out."""
    plan = thawed(read_frozen(folder))
    path = folder / MATCHES
    try:
        lines = path.read_bytes().split(b"\n")[:-1]
    except OSError as error:
        raise Damaged(f"{path} cannot be read: {reason(error)}") from None
    games = {variant.label: variant.game for variant in plan.games}
    matches: list[Played] = []
    for pair in pairs_in(path, lines, plan):
        for content in pair:
            try:
                matches.append(replayed(content, games))
            except (ParlourError, ValueError, KeyError, TypeError, AttributeError) as error:
                raise Damaged(f"{path}, line {len(matches) + 1} is damaged: {error}") from None
    return Results(plan, tuple(sorted(matches, key=lambda played: (played.pair, played.swapped))))


def replayed(content: dict[str, Any], games: dict[str, Game]) -> Played:
    """A line that is proved to describe a match of its game."""
    match = Match(games[content["game"]], seed=content["seed"])
    for decision in content["decisions"]:
        match.decide(as_decision(decision))
    finish(match, content)
    result = match.result
    failure = result.failure and result.failure._asdict()
    if (result.outcome, result.winner, failure) != (content["outcome"], content["winner"], content["failure"]):
        raise ParlourError(f"the decisions lead to another result: {result.outcome}")
    if result.outcome == "running":
        raise ParlourError("the match is not over")
    first, second = content["players"]
    return Played(
        content["pair"],
        content["swapped"],
        content["game"],
        (first, second),
        match.seed,
        match.decisions,
        result.outcome,
        result.winner,
        result.failure,
    )
