"""`matches.jsonl` and `calls.jsonl`: appended batch by batch, safe after every batch, sorted at the end, and read back.

Every match is replayed when it is read for a report, so nothing that cannot have happened is ever counted.
"""

import json
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from parlour.arena.harness.engines import PairOutcome
from parlour.arena.harness.frozen import check_same
from parlour.arena.harness.ledger import DamagedFile, LineFile, complete_lines
from parlour.arena.harness.played import PlayedMatch
from parlour.arena.tournament.plan import FILE, TournamentPlan, loaded_game, pair_of, read_frozen_plan, thaw_plan
from parlour.files import write_file
from parlour.games.checks import whole_number
from parlour.games.errors import ParlourError
from parlour.games.game import Game
from parlour.games.line import Line
from parlour.match.match import Match
from parlour.match.record import finish

MATCHES, CALLS = "matches.jsonl", "calls.jsonl"


class TournamentResults(NamedTuple):
    plan: TournamentPlan
    matches: tuple[PlayedMatch, ...]  # sorted by pair; both matches of a pair, or neither


def settle_plan(folder: Path, content: dict[str, Any]) -> list[str]:
    """Writes plan.json, or compares the plan with the one that is there. Returns notes on possible differences."""
    path = folder / FILE
    if path.exists():
        before = read_frozen_plan(folder)
        return check_same(before, content, f"{folder} belongs to another plan, so use another folder")
    if (folder / MATCHES).exists():
        raise DamagedFile(f"{folder} has {MATCHES} but no {FILE}, which says what was played; use another folder")
    write_file(path, json.dumps(content, indent=1) + "\n")
    return []


class MatchLedger:
    """The files of a run while it is played. Opening them repairs the traces of a killed run."""

    def __init__(self, folder: Path, plan: TournamentPlan) -> None:
        self._plan = plan
        self._matches, self._calls = LineFile(folder / MATCHES), LineFile(folder / CALLS)
        self._lines: dict[int, tuple[bytes, ...]] = {}  # by pair
        path, lines = self._matches.path, self._matches.lines()
        for number, (first, _) in enumerate(pairs_in(path, lines, plan)):
            self._lines[first["pair"]] = lines[2 * number], lines[2 * number + 1]
        if len(lines) % 2:  # the second match of the last pair was not written
            content_of(path, lines, len(lines) - 1, plan)
            os.truncate(path, path.stat().st_size - len(lines[-1]) - 1)

    @property
    def pairs(self) -> int:
        return len(self._lines)

    def missing(self) -> Iterator[int]:
        return (number for number in range(self._plan.total) if number not in self._lines)

    def add(self, batch: Sequence[PairOutcome]) -> None:
        """Writes a batch. It is safe on disk when this returns."""
        self._calls.append([line for pair in batch for line in pair.calls])  # first: a call was paid for in any case
        self._matches.append([line for pair in batch for line in pair.lines])
        self._lines |= {pair.number: pair.lines for pair in batch if pair.lines}

    def finish(self) -> None:
        """Sorts the matches of a finished run, so that the file does not depend on the order of play."""
        lines = [line for number in sorted(self._lines) for line in self._lines[number]]
        data = b"".join(line + b"\n" for line in lines)
        if self._matches.path.read_bytes() != data:
            write_file(self._matches.path, data)

    def close(self) -> None:
        self._matches.close()
        self._calls.close()


def read_results(folder: Path) -> TournamentResults:
    """The plan and the matches of a run, finished or not. A last line that is not complete is left out."""
    plan = thaw_plan(read_frozen_plan(folder), loaded_game)
    path = folder / MATCHES
    matches: list[PlayedMatch] = []
    for pair in pairs_in(path, complete_lines(path), plan):
        for content in pair:
            try:
                matches.append(replay(content, plan.games[content["game"]]))
            except (ParlourError, ValueError, KeyError, TypeError, AttributeError) as error:
                raise DamagedFile(f"{path}, line {len(matches) + 1} is damaged: {error}") from None
    return TournamentResults(plan, tuple(sorted(matches, key=lambda played: played.key)))


def replay(content: dict[str, Any], game: Game) -> PlayedMatch:
    """The match that a line describes, if such a match is possible."""
    match = Match.at(Line(game, content["turns"]), seed=content["seed"])
    finish(match, content)
    result = match.result
    failure = result.failure and result.failure._asdict()
    if (result.outcome, result.winner, failure) != (content["outcome"], content["winner"], content["failure"]):
        raise ParlourError(f"the turns lead to another result: {result.outcome}")
    if result.outcome == "running":
        raise ParlourError("the match is not over")
    first, second = content["players"]
    return PlayedMatch(
        content["pair"], content["swapped"], content["game"], (first, second), match.seed, match.line, *result
    )


def as_match(played: PlayedMatch) -> Match:
    """A played match as one that can be saved as a record."""
    match = Match.at(played.line, played.players, played.seed)
    finish(match, {"outcome": played.outcome, "failure": played.failure and played.failure._asdict()})
    return match


def pairs_in(
    path: Path, lines: Sequence[bytes], plan: TournamentPlan
) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """The contents of the lines of whole pairs, which must belong to the plan, each pair once.

    Whether their turns are possible, `replay` checks.
    """
    seen: set[int] = set()
    for index in range(0, len(lines) - 1, 2):
        first, second = content_of(path, lines, index, plan), content_of(path, lines, index + 1, plan)
        if first["pair"] != second["pair"]:
            raise DamagedFile(f"{path}, line {index + 2}: pair is not that of the line before")
        if first["pair"] in seen:
            raise DamagedFile(f"{path}, line {index + 1}: pair {first['pair']} is there twice")
        seen.add(first["pair"])
        yield first, second


def content_of(path: Path, lines: Sequence[bytes], index: int, plan: TournamentPlan) -> dict[str, Any]:
    """One line. In every second one the players have swapped seats."""
    try:
        content: dict[str, Any] = json.loads(lines[index])
        wrong = unexpected_key(content, index % 2 == 1, plan)
    except (ValueError, KeyError, TypeError):
        raise DamagedFile(f"{path}, line {index + 1} is damaged") from None
    if wrong:
        raise DamagedFile(f"{path}, line {index + 1}: {wrong} is not what the plan says")
    return content


def unexpected_key(content: dict[str, Any], swapped: bool, plan: TournamentPlan) -> str | None:
    """The first key of a line that does not agree with the plan."""
    number = whole_number(content["pair"])
    if number is None or not 0 <= number < plan.total:
        return "pair"
    pair = pair_of(plan, number)
    players = list(pair.players[::-1] if swapped else pair.players)
    expected = {"swapped": swapped, "game": pair.label, "players": players, "seed": pair.seed}
    return next((key for key, value in expected.items() if content[key] != value), None)
