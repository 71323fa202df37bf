"""The losses of all choices of a tournament for its report, from the exact solutions, kept in `losses.jsonl`.

The file is derived from the matches and can be deleted: it is written again when it is missing, damaged or out of date.
"""

import hashlib
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from parlour.arena.harness.match_losses import LossesByMatch, MatchLosses, judge_matches
from parlour.arena.harness.played import MatchKey
from parlour.arena.tournament.results import TournamentResults
from parlour.files import write_file
from parlour.games.errors import TooLarge

LOSSES = "losses.jsonl"
VERSION = 3


class TournamentLosses(NamedTuple):
    matches: LossesByMatch
    skipped: Mapping[str, str]  # labels of variants that cannot be solved, each with the reason


def load_losses(
    folder: Path, results: TournamentResults, progress: Callable[[float], None] = lambda _: None
) -> TournamentLosses:
    """The losses in all matches of a run: read from its folder, or calculated and written there.

    `progress` hears the fraction that is done.
    """
    path, digest = folder / LOSSES, results_digest(results)
    known = read_losses(path, digest)
    if known is None:
        known = judge_results(results, progress)
        write_losses(path, known, digest)
    return known


def judge_results(results: TournamentResults, progress: Callable[[float], None]) -> TournamentLosses:
    losses: dict[MatchKey, MatchLosses] = {}
    skipped: dict[str, str] = {}
    for label, game in results.plan.games.items():
        played = [match for match in results.matches if match.game == label]
        try:
            for key, found in judge_matches(game, played) if played else ():
                losses[key] = found
                progress(len(losses) / len(results.matches))
        except TooLarge as error:
            skipped[label] = str(error)
    return TournamentLosses(losses, skipped)


# The file: a line that names its tournament, a line for each variant that was skipped, a line for each match


def results_digest(results: TournamentResults) -> str:
    """Depends on everything that losses depend on, apart from the solver's code."""
    games = [(label, game.name, game.named_rules()) for label, game in results.plan.games.items()]
    matches = [
        (match.pair, match.swapped, match.game, match.line.choices, match.failure and match.failure.player)
        for match in results.matches
    ]
    return hashlib.sha256(json.dumps([VERSION, games, matches]).encode()).hexdigest()


def header(losses: TournamentLosses, digest: str) -> dict[str, Any]:
    return {"version": VERSION, "matches": digest, "lines": len(losses.skipped) + len(losses.matches)}


def write_losses(path: Path, losses: TournamentLosses, digest: str) -> None:
    lines: list[dict[str, Any]] = [header(losses, digest)]
    lines += [{"game": label, "skipped": reason} for label, reason in losses.skipped.items()]
    lines += [
        {"pair": pair, "swapped": swapped, **match._asdict()}
        for (pair, swapped), match in sorted(losses.matches.items())
    ]
    write_file(path, "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines))


def read_losses(path: Path, digest: str) -> TournamentLosses | None:
    """The losses in a file, or None if they are not those of these matches."""
    matches: dict[MatchKey, MatchLosses] = {}
    skipped: dict[str, str] = {}
    try:
        first, *lines = path.read_text(encoding="utf-8").splitlines()
        for line in lines:
            content = json.loads(line)
            if "skipped" in content:
                skipped[content["game"]] = content["skipped"]
            else:
                one, other = (tuple((number, loss) for number, loss in own) for own in content["losses"])
                matches[content["pair"], content["swapped"]] = MatchLosses((one, other), content["luck"])
        losses = TournamentLosses(matches, skipped)
        return losses if json.loads(first) == header(losses, digest) else None
    except (OSError, ValueError, KeyError, TypeError):
        return None
