"""Forfeits, and the calls of language models: from matches.jsonl and calls.jsonl."""

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from parlour.arena.harness.ledger import complete_lines
from parlour.arena.harness.played import PlayedMatch
from parlour.arena.tournament.results import CALLS
from parlour.games.checks import is_number

COMMONEST = 5  # reasons, and replies, that are shown
LONGEST = 300  # characters of a reply
KINDS = ("legal", "illegal", "unreadable", "error")


class PlayerForfeits(NamedTuple):
    player: str
    matches: int
    forfeits: int
    kinds: dict[str, int]
    reasons: tuple[tuple[str, int], ...]  # the commonest


class PlayerCalls(NamedTuple):
    """The calls of a language model, one for each HTTP request."""

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


def forfeits_of(player: str, matches: Sequence[PlayedMatch]) -> PlayerForfeits:
    own = [match for match in matches if player in match.players]
    reasons = [match.failure.reason for match in own if match.failure and match.players[match.failure.player] == player]
    kinds = Counter(kind(reason) for reason in reasons)
    return PlayerForfeits(player, len(own), len(reasons), dict(kinds), tuple(Counter(reasons).most_common(COMMONEST)))


def kind(reason: str) -> str:
    """The sort of this failure, from its reason in the match."""
    if not reason.startswith("it raised "):
        return "illegal action"
    if reason.startswith("it raised NoLegalAnswer"):
        return "no legal answer"
    if "it did not answer within" in reason:
        return "too slow"
    return "error"


def calls_in(folder: Path) -> tuple[list[PlayerCalls], list[str]]:
    """The calls of every player, and remarks on lines that cannot be read."""
    by_player: dict[str, list[dict[str, Any]]] = {}
    damaged = 0
    for line in complete_lines(folder / CALLS) if (folder / CALLS).exists() else []:
        try:
            call = json.loads(line)
            if not isinstance(call["player"], str):
                raise TypeError
            by_player.setdefault(call["player"], []).append(call)
        except (ValueError, KeyError, TypeError):
            damaged += 1
    notes = [f"{damaged} lines of {CALLS} cannot be read and are not counted."] if damaged else []
    return [summary(player, calls) for player, calls in sorted(by_player.items())], notes


def summary(player: str, calls: Sequence[dict[str, Any]]) -> PlayerCalls:
    kinds = Counter(str(call.get("kind")) for call in calls if call.get("kind") in KINDS)
    replies = kinds["legal"] + kinds["illegal"] + kinds["unreadable"]
    seconds = sorted(numbers(calls, "seconds"))
    costs = numbers(calls, "cost")
    wrong = (call for call in calls if call.get("kind") in ("illegal", "unreadable"))
    return PlayerCalls(
        player,
        len(calls),
        dict(kinds),
        kinds["illegal"] / replies if replies else None,
        kinds["unreadable"] / replies if replies else None,
        int(sum(numbers(calls, "tokens_in"))),
        int(sum(numbers(calls, "tokens_out"))),
        sum(costs) if costs else None,
        seconds[len(seconds) // 2] if seconds else None,
        seconds[len(seconds) * 95 // 100] if seconds else None,
        tuple(dict.fromkeys(str(call.get("reply", ""))[:LONGEST] for call in wrong))[:COMMONEST],
    )


def numbers(calls: Sequence[dict[str, Any]], key: str) -> list[float]:
    return [call[key] for call in calls if is_number(call.get(key))]
