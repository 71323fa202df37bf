"""Color Capture under other names: a row becomes a pile, and colours become kinds."""

from random import Random
from typing import Any

from parlour.games.color_capture.rules import LEFT, color_at
from parlour.games.renamed import RenamedGame

KINDS = (("oak", "ash", "elm"), ("salt", "lime", "clay"), ("wren", "lark", "rook"), ("silk", "wool", "hemp"))
ENDS = (("top", "bottom"), ("front", "back"), ("east", "west"))


class RenamedColorCapture(RenamedGame):
    def _draw(self, draw: Random) -> None:
        kinds = list(draw.choice(KINDS))
        draw.shuffle(kinds)
        self.kinds = kinds
        self.ends = draw.choice(ENDS)

    def _names(self, rules: Any) -> dict[str, object]:
        return {
            "near": self.ends[0],
            "far": self.ends[1],
            "kinds": f"{self.kinds[0]}, {self.kinds[1]}, {self.kinds[2]}",
            "times": rules.repeats,
            "needed": rules.repeats // 2 + 1,
            "all": 3 * rules.repeats,
        }

    def situation(self, state: Any, number: int) -> list[str]:
        line = ", ".join(self.kinds[color_at(state, place)] for place in range(1, state.remaining + 1))
        owned = ((state.red1, state.blue1, state.green1), (state.red2, state.blue2, state.green2))
        lines = [f"From {self.ends[0]} to {self.ends[1]}: {line}."]
        for name, numbers in zip(self.players, owned, strict=True):
            parts = ", ".join(f"{kind} {number}" for kind, number in zip(self.kinds, numbers, strict=True))
            lines.append(f"{name} has {parts}.")
        return [*lines, self._turn(state)]

    def label(self, state: Any, player: int, action: int) -> str:
        return f"draw from the {self.ends[0 if action == LEFT else 1]}"


RENAMED = RenamedColorCapture
