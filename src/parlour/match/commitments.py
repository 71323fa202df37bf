"""Public commitments to secret choices: published when a choice is sealed, opened when both are in.

A nonce of 32 random bytes keeps a commitment from being guessed: without one, trying every action would find the choice
at once. The records of matches that a server kept contain what opens them.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any, NamedTuple

from parlour.games.errors import ParlourError

if TYPE_CHECKING:
    from parlour.match.match import Match

PURPOSE = "parlour seal 1"
NONCE_BYTES = 32


class Slot(NamedTuple):
    """What a sealed choice belongs to. It cannot be opened as the choice of any other slot."""

    match: str
    round: int  # from 1
    undone: int  # how often the match was taken back: the same round may be played again
    seat: int


class Choice(NamedTuple):
    action: int
    nonce: bytes

    def __repr__(self) -> str:
        return "<a sealed choice>"  # it must never reach a log


class BadSeals(ParlourError):
    """The openings in a record do not belong to its decisions."""


def commitment(slot: Slot, choice: Choice) -> str:
    """The SHA-256 of everything that the choice consists of, each part with its length in front."""
    digest = hashlib.sha256()
    for part in (PURPOSE, slot.match, str(slot.round), str(slot.undone), str(slot.seat), str(choice.action)):
        digest.update(len(part.encode()).to_bytes(4, "big") + part.encode())
    digest.update(len(choice.nonce).to_bytes(4, "big") + choice.nonce)
    return digest.hexdigest()


def seal_entry(slot: Slot, choices: tuple[Choice, Choice]) -> dict[str, Any]:
    """A secret round in a record. The seat of the slot does not matter."""
    return {
        "round": slot.round,
        "undone": slot.undone,
        "nonces": [choice.nonce.hex() for choice in choices],
        "commitments": [commitment(slot._replace(seat=seat), choice) for seat, choice in enumerate(choices)],
    }


def check_seals(match: Match) -> int:
    """Check every opening in a record against its commitment; returns how many secret rounds were proved.

    A match may begin at a position: nobody sealed the decisions that were given to reach it.
    """
    if match.seals is None:
        raise BadSeals("this record has no commitments: only a server publishes them")
    given = given_turns(match)
    try:
        rounds = {whole(entry["round"]): entry for entry in match.seals["rounds"]}
        if len(rounds) < len(match.seals["rounds"]):
            raise BadSeals("a round is sealed more than once")
        for number, step in enumerate(match.steps(), start=1):
            if len(step.actors) == 2 and number > given:
                check_round(match.seals["match"], number, rounds.pop(number), (step.first, step.second))
    except BadSeals:
        raise
    except (KeyError, TypeError, ValueError, IndexError, AttributeError):
        raise BadSeals("the seals in this record are damaged") from None
    if rounds:
        raise BadSeals(f"nobody sealed a choice in round {min(rounds)}, but the record has commitments for it")
    return len(match.seals["rounds"])


def given_turns(match: Match) -> int:
    """How many decisions led to the position at which a match began."""
    given = whole((match.seals or {}).get("given", 0))
    if not 0 <= given <= len(match.decisions):
        raise BadSeals("this record says that more decisions were given than it has")
    return given


def whole(value: object) -> int:
    if type(value) is not int:
        raise BadSeals("the seals in this record are damaged")
    return value


def check_round(match_id: str, number: int, entry: dict[str, Any], actions: tuple[int, int]) -> None:
    nonces = [bytes.fromhex(nonce) for nonce in entry["nonces"]]
    choices = Choice(actions[0], nonces[0]), Choice(actions[1], nonces[1])
    expected = seal_entry(Slot(match_id, number, whole(entry["undone"]), 0), choices)
    if expected != entry:
        raise BadSeals(f"round {number}: the choices are not those that were sealed")
