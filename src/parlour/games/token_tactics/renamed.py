"""Token Tactics under other names: tokens become units of another size."""

from random import Random
from typing import Any

from parlour.games.renamed import RenamedGame, counts

WORDS = (("gather", "storm", "send", "keep"), ("brew", "charge", "launch", "raise"), ("plant", "duel", "stake", "set"))
BOTH_AT_ZERO = (
    "the player who did not begin the clash wins the game",
    "the player who began the clash wins the game",
    "the game is a draw",
)


class RenamedTokenTactics(RenamedGame):
    def _draw(self, draw: Random) -> None:
        self.grow, self.begin, self.send, self.answer = draw.choice(WORDS)

    def _names(self, rules: Any) -> dict[str, object]:
        return {
            "start": rules.start * self.scale,
            "full": rules.cap * self.scale,
            "both_at_zero": BOTH_AT_ZERO[rules.both_empty],
        }

    def situation(self, state: Any, number: int) -> list[str]:
        lines = [
            f"{name} has {amount * self.scale} {self.units}."
            for name, amount in zip(self.players, counts(state, "reserve"), strict=True)
        ]
        if state.battle:
            return [*lines, f"{self.players[state.turn - 1]} has begun a clash, and both players name a number."]
        return [*lines, self._turn(state)]

    def label(self, state: Any, player: int, action: int) -> str:
        if not state.battle:
            return (self.grow, self.begin)[action]
        return f"{self.send if state.turn == player + 1 else self.answer} {action * self.scale}"


RENAMED = RenamedTokenTactics
