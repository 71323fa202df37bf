"""Public commitments to secret choices: published when a choice is sealed, opened when both are in.

A nonce of 32 random bytes keeps a commitment from being guessed: without one, trying every action would find the choice
at once. The records of matches that a server kept contain the openings.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any, NamedTuple

from parlour.games.errors import ParlourError
from parlour.games.line import Choices

if TYPE_CHECKING:
    from parlour.match.match import Match

PURPOSE = "parlour seal 1"
NONCE_BYTES = 32


class Slot(NamedTuple):
    """The place of a sealed choice. It cannot be opened as the choice of any other slot."""

    match: str
    turn: int  # from 1
    taken_back: int  # how often turns had been taken back: the same turn may be played again
    seat: int


class SealedChoice(NamedTuple):
    action: int
    nonce: bytes

    def __repr__(self) -> str:
        return "<a sealed choice>"  # it must never reach a log


class BadSeals(ParlourError):
    """The openings in a record do not belong to its turns."""


def commitment(slot: Slot, choice: SealedChoice) -> str:
    """The SHA-256 of everything that the choice consists of, each part with its length in front."""
    digest = hashlib.sha256()
    for part in (PURPOSE, slot.match, str(slot.turn), str(slot.taken_back), str(slot.seat), str(choice.action)):
        digest.update(len(part.encode()).to_bytes(4, "big") + part.encode())
    digest.update(len(choice.nonce).to_bytes(4, "big") + choice.nonce)
    return digest.hexdigest()


def seal_entry(slot: Slot, choices: tuple[SealedChoice, SealedChoice]) -> dict[str, Any]:
    """A secret round in a record. The seat of the slot does not matter."""
    return {
        "turn": slot.turn,
        "taken_back": slot.taken_back,
        "nonces": [choice.nonce.hex() for choice in choices],
        "commitments": [commitment(slot._replace(seat=seat), choice) for seat, choice in enumerate(choices)],
    }


def check_seals(match: Match) -> int:
    """Check every opening in a record against its commitment; returns how many secret rounds were proved.

    A match may begin at a position: the turns that lead to it were not sealed.
    """
    if match.seals is None:
        raise BadSeals("this record has no commitments: only a server publishes them")
    given = given_turns(match)
    try:
        rounds = {whole(entry["turn"]): entry for entry in match.seals["rounds"]}
        if len(rounds) < len(match.seals["rounds"]):
            raise BadSeals("a turn is sealed more than once")
        for number, choices in enumerate(match.line.choices, start=1):
            if len(choices) == 2 and number > given:
                check_round(match.seals["match"], number, rounds.pop(number), choices)
    except BadSeals:
        raise
    except (KeyError, TypeError, ValueError, IndexError, AttributeError):
        raise BadSeals("the seals in this record are damaged") from None
    if rounds:
        raise BadSeals(f"nobody sealed a choice in turn {min(rounds)}, but the record has commitments for it")
    return len(match.seals["rounds"])


class Voided(NamedTuple):
    """A choice that was sealed and never opened; seat -1 for a turn that players were asked again, sealed or not."""

    turn: int
    taken_back: int
    seat: int
    commitment: str
    reason: str  # "take-back", "key", "restore" or "end"


VOIDED_FOR = {
    "take-back": "the players took it back",
    "key": "the server could not read it, and asked again",
    "restore": "the host restored a backup, and the server asked again",
    "end": "the match ended before",
}


def voided_choices(match: Match) -> list[Voided]:
    """The choices that were sealed and never opened, as the server says in the record."""
    try:
        found = [Voided(**entry) for entry in (match.seals or {}).get("voided", [])]
    except (TypeError, AttributeError):
        raise BadSeals("the seals in this record are damaged") from None
    for each in found:
        types = [type(value) for value in each]
        if types != [int, int, int, str, str] or each.reason not in VOIDED_FOR:
            raise BadSeals("the seals in this record are damaged")
        if each.seat not in (-1, 0, 1) or not 0 <= each.taken_back <= match.taken_back:
            raise BadSeals("the seals in this record are damaged")
    return found


def given_turns(match: Match) -> int:
    """How many turns led to the position at which a match began."""
    given = whole((match.seals or {}).get("given", 0))
    if not 0 <= given <= len(match.line):
        raise BadSeals("this record says that more turns were given than it has")
    return given


def whole(value: object) -> int:
    if type(value) is not int:
        raise BadSeals("the seals in this record are damaged")
    return value


def check_round(match_id: str, number: int, entry: dict[str, Any], actions: Choices) -> None:
    nonces = [bytes.fromhex(nonce) for nonce in entry["nonces"]]
    choices = SealedChoice(actions[0], nonces[0]), SealedChoice(actions[1], nonces[1])
    expected = seal_entry(Slot(match_id, number, whole(entry["taken_back"]), 0), choices)
    if expected != entry:
        raise BadSeals(f"turn {number}: the choices are not those that were sealed")
