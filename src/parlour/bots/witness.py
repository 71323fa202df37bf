"""Remembers what was sealed in a match, and checks it when it is revealed."""

from __future__ import annotations

from parlour.bots.seen import Past, Seen
from parlour.games.errors import ParlourError
from parlour.match.commitments import SealedChoice, Slot, commitment


class Cheated(ParlourError):
    """What the server revealed is not what was sealed, or not what the rules allow."""


class Witness:
    """Sees every view of a match, from one seat that agrees to no take-back: what is decided never changes."""

    def __init__(self) -> None:
        self._published: dict[Slot, str] = {}
        self._own: dict[Slot, SealedChoice] = {}
        self._history: list[Past] | None = None  # None before the first view

    def sealed(self, slot: Slot, choice: SealedChoice) -> None:
        """Remember a choice before it is sent."""
        self._own[slot] = choice

    def look(self, seen: Seen) -> None:
        """Raises Cheated if anything differs from what was seen before."""
        for seat, published in enumerate(seen.commitments):
            slot = Slot(seen.match, seen.round, seen.undone, seat)
            if published is not None and self._published.setdefault(slot, published) != published:
                raise Cheated(f"round {seen.round}: the server published two commitments for the same choice")
            if published is not None and slot in self._own and commitment(slot, self._own[slot]) != published:
                raise Cheated(f"round {seen.round}: the server did not seal the choice that this bot sent")
        known, first = self._history or [], self._history is None
        if seen.history[: len(known)] != known:
            raise Cheated("the server took back or changed a decision, and this bot did not agree to that")
        for number, entry in enumerate(seen.history[len(known) :], start=len(known) + 1):
            if entry.number != number:
                raise Cheated(f"decision {number} has the number {entry.number}")
            self._check_own(seen, entry, first)
            self._check_openings(seen, entry, first)
        self._history = seen.history

    def _check_own(self, seen: Seen, entry: Past, first: bool) -> None:
        """Every choice of this seat is one that this bot sent, for that round and no other, or older than the bot."""
        if seen.seat not in entry.actors:
            return
        own = self._own.get(Slot(seen.match, entry.number, entry.undone, seen.seat))
        action = entry.decision[seen.seat] if isinstance(entry.decision, tuple) else entry.decision
        if own is None and first:
            return
        if own is None or own.action != action:
            raise Cheated(f"decision {entry.number} is not what this bot sent")

    def _check_openings(self, seen: Seen, entry: Past, first: bool) -> None:
        """Both choices of a secret round are opened and are those that were sealed; a match may begin at a position."""
        if len(entry.actors) < 2:
            return
        if entry.openings is None:
            if first:
                return
            raise Cheated(f"round {entry.number}: the server does not open what was sealed")
        for seat, opening in enumerate(entry.openings):
            slot = Slot(seen.match, entry.number, entry.undone, seat)
            expected = commitment(slot, opening.choice)
            if opening.commitment != expected or self._published.get(slot, expected) != expected:
                raise Cheated(f"round {entry.number}: the choice of seat {seat + 1} is not the one that was sealed")
            if self._own.get(slot, opening.choice) != opening.choice:
                raise Cheated(f"round {entry.number}: the server revealed another choice than this bot sent")
