"""Token Showdown under other names: tokens become units of another size."""

from random import Random
from typing import Any

from parlour.games.renamed import RenamedGame, counts

WORDS = (("offer", "laurels"), ("pour", "stars"), ("wager", "ribbons"), ("burn", "crowns"))


class RenamedTokenShowdown(RenamedGame):
    def _draw(self, draw: Random) -> None:
        self.give, self.prizes = draw.choice(WORDS)

    def _names(self, rules: Any) -> dict[str, object]:
        return {"start": rules.tokens * self.scale, "target": rules.points}

    def situation(self, state: Any, number: int) -> list[str]:
        rows = zip(self.players, counts(state, "tokens"), counts(state, "points"), strict=True)
        return [
            f"{name} has {amount * self.scale} {self.units}, and {self.prizes}: {prizes}."
            for name, amount, prizes in rows
        ]

    def label(self, state: Any, player: int, action: int) -> str:
        return f"{self.give} {action * self.scale}"


RENAMED = RenamedTokenShowdown
