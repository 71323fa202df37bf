"""Resource War under other names: both kinds of points become units of another size."""

from random import Random
from typing import Any

from parlour.games.renamed import RenamedGame, counts
from parlour.games.resource_war.rules import HIDDEN

WORDS = (("lend", "height"), ("sow", "harvest"), ("heat", "glow"), ("haul", "cargo"))


class RenamedResourceWar(RenamedGame):
    def _draw(self, draw: Random) -> None:
        self.spend, self.gain = draw.choice(WORDS)

    def _names(self, rules: Any) -> dict[str, object]:
        never = "There is no limit on the number of turns in which both choose 0."
        quiet = f"If both players choose 0 in {rules.stall} turns in a row, the game ends as well."
        secret = f"The {self.gain} of both players is secret until the game is over."
        return {
            "start": rules.points * self.scale,
            "target": rules.target * self.scale,
            "seen": secret if rules.hidden else f"They can also see the {self.gain} of both.",
            "quiet": quiet if rules.stall else never,
        }

    def situation(self, state: Any, number: int) -> list[str]:
        columns = (counts(state, field) for field in ("bidding", "resource", "rounds_won"))
        lines = [
            f"{name} has {left * self.scale} {self.units}. {self.gain.capitalize()}: {self._shown(gained)}. "
            f"Turns won: {turns}."
            for name, left, gained, turns in zip(self.players, *columns, strict=True)
        ]
        last = self.players[state.last_won - 1] if state.last_won else "neither"
        lines.append(f"The last turn that was not a tie was won by: {last}.")
        if self.game.rules.stall:
            lines.append(f"Turns in a row, up to now, in which both chose 0: {state.stalled}.")
        return lines

    def _shown(self, gained: int) -> str:
        return "secret" if gained == HIDDEN else str(gained * self.scale)

    def label(self, state: Any, player: int, action: int) -> str:
        return f"{self.spend} {action * self.scale}"


RENAMED = RenamedResourceWar
