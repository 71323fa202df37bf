"""Keys of questions: what was asked, and in which match or position."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from parlour.arena.evaluation.sampling import Met
from parlour.games.contract import Decision

MATCH = "match"


def in_match(opponent: str, pair: int, swapped: bool, decisions: tuple[Decision, ...]) -> str:
    """The key of a choice in a match. After other decisions it is another question, whatever the match."""
    return text_of(MATCH, opponent, pair, int(swapped), len(decisions), short_hash(decisions))


def in_position(evaluation: str, kind: str, met: Met, which: object) -> str:
    """The key of what is asked in a position: of which kind, and which of several times or texts."""
    return text_of(evaluation, kind, met.decisions, met.player, which)


def pair_of(key: str, opponent: str) -> int | None:
    """The pair in which a choice was made, if it was in a match against this opponent."""
    parts = parts_of(key)
    return parts[2] if parts[:2] == [MATCH, opponent] else None


def is_of(key: str, evaluation: str, kind: str) -> bool:
    """Whether something of this kind was asked in a position."""
    return parts_of(key)[:2] == [evaluation, kind]


def unit_of(key: str) -> str:
    """What a question belongs to that is independent of all others: a pair of matches, or itself."""
    parts = parts_of(key)
    return text_of(*parts[:3]) if parts[0] == MATCH else key


def short_hash(content: object) -> str:
    """Stands for something that is too long to be repeated in a key."""
    return hashlib.sha256(json.dumps(content).encode()).hexdigest()[:16]


def text_of(*parts: object) -> str:
    return json.dumps(parts, separators=(",", ":"))


def parts_of(key: str) -> list[Any]:
    """Empty if it is the key of nothing, as that of calls which led to no answer."""
    parts: list[Any] = json.loads(key) if key else []
    return parts
