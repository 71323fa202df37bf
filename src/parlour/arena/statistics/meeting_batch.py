"""Exact meetings that are calculated in one pass: going through the states of a game takes most of the time."""

from __future__ import annotations

from parlour.games.game import Game
from parlour.solver.matchup import Matchup, matchups
from parlour.solver.policies import PolicyLike

AT_ONCE = 100  # meetings: their values in all states of the largest games take 150 MB


class MeetingBatch:
    def __init__(self) -> None:
        self._policies: list[PolicyLike] = []
        self._seats: list[tuple[int, int]] = []  # places in `_policies`

    def add(self, first: PolicyLike, second: PolicyLike) -> int:
        """Asks for a meeting of two policies, by seat, and returns its place in `calculated`."""
        self._seats.append((self._place(first), self._place(second)))
        return len(self._seats) - 1

    def calculated(self, game: Game) -> list[Matchup]:
        found: list[Matchup] = []
        for begin in range(0, len(self._seats), AT_ONCE):
            seats = self._seats[begin : begin + AT_ONCE]
            used = sorted({place for both in seats for place in both})
            policies = [self._policies[place] for place in used]
            found += matchups(game, policies, [(used.index(one), used.index(other)) for one, other in seats])
        return found

    def _place(self, policy: PolicyLike) -> int:
        for place, known in enumerate(self._policies):
            if known is policy:
                return place
        self._policies.append(policy)
        return len(self._policies) - 1
