"""Tower Siege under other names: distances have another scale, and cards are stronger by a number that all share."""

from random import Random
from typing import Any

from parlour.games.renamed import RenamedGame, counts
from parlour.games.tower_siege.rules import card, hand_size

WORDS = (
    ("boat", "sail", "anchor", "flag", "show"),
    ("fox", "run", "sleep", "mask", "wear"),
    ("kite", "fly", "mend", "ribbon", "tie"),
)
STRONGER = (10, 20, 30, 40)


class RenamedTowerSiege(RenamedGame):
    def _draw(self, draw: Random) -> None:
        self.piece, self.go, self.wait, self.flag, self.use = draw.choice(WORDS)
        self.stronger = draw.choice(STRONGER)

    def _names(self, rules: Any) -> dict[str, object]:
        lengths = [str(length * self.scale) for length in range(1, rules.stride + 1)]
        return {
            "lengths": lengths[0] if len(lengths) == 1 else f"{', '.join(lengths[:-1])} or {lengths[-1]}",
            "goal": rules.tower * self.scale,
            "weakest": self.stronger + 1,
            "strongest": self.stronger + rules.cards,
        }

    def situation(self, state: Any, number: int) -> list[str]:
        lines = [
            f"The {self.piece} of {name} is at {place * self.scale} metres. {name} has {self._held(hand)}."
            for name, place, hand in zip(self.players, counts(state, "position"), counts(state, "hand"), strict=True)
        ]
        if state.battle:
            mover = self.players[state.turn - 1]
            return [*lines, f"{mover} has just arrived there: both players choose a {self.flag}."]
        return [*lines, self._turn(state)]

    def _held(self, hand: int) -> str:
        held = [str(card(hand, k) + self.stronger) for k in range(hand_size(hand))]
        return f"these {self.flag}s: {', '.join(held)}" if held else f"no {self.flag}"

    def label(self, state: Any, player: int, action: int) -> str:
        if state.battle:
            return f"{self.use} {self.flag} {action + self.stronger}" if action else f"{self.use} no {self.flag}"
        return f"{self.go} {action * self.scale}" if action else self.wait


RENAMED = RenamedTowerSiege
