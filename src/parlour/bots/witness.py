"""Remembers what was sealed in a match, and checks it when it is revealed."""

from __future__ import annotations

from parlour.bots.seen import Past, Seen
from parlour.games.errors import ParlourError
from parlour.match.commitments import Choice, Slot, commitment


class Cheated(ParlourError):
    """What the server revealed is not what was sealed, or not what the rules allow."""


class Witness:
    """Sees every view of a match, from one seat."""

    def __init__(self) -> None:
        self._published: dict[Slot, str] = {}
        self._own: dict[Slot, Choice] = {}
        self._checked: set[tuple[int, int]] = set()  # rounds, with the count of take-backs

    def sealed(self, slot: Slot, choice: Choice) -> None:
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
        for entry in seen.history:
            if (entry.number, entry.undone) not in self._checked:
                self._check(seen.match, entry)
                self._checked.add((entry.number, entry.undone))

    def _check(self, match: str, entry: Past) -> None:
        for seat in (0, 1):
            slot = Slot(match, entry.number, entry.undone, seat)
            published, own = self._published.get(slot), self._own.get(slot)
            if entry.openings is None:
                if published is not None:
                    raise Cheated(f"round {entry.number}: the server does not open what was sealed")
                if own is not None and not isinstance(entry.decision, tuple) and own.action != entry.decision:
                    raise Cheated(f"decision {entry.number} is not what this bot sent")
                continue
            opening = entry.openings[seat]
            expected = commitment(slot, opening.choice)
            if opening.commitment != expected or published not in (None, expected):
                raise Cheated(f"round {entry.number}: the choice of seat {seat + 1} is not the one that was sealed")
            if own is not None and own != opening.choice:
                raise Cheated(f"round {entry.number}: the server revealed another choice than this bot sent")
