"""A player whose name, errors and replies try to get into a report, and a run in which it plays."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

from arena.tournaments import plan_of, played

from parlour.match.match import View

ATTACKS = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "</style><svg onload=alert(1)><use href='data:,x'/></svg>",
    "[click](javascript:alert(1)) ![x](http://evil.example/x.png)",
    "| cell | **bold** | `code` <b>x</b> {{ 7 * 7 }} {% raw %}",
    "https://evil.example www.evil.example me@evil.example $x$ ~~gone~~ &lt;i&gt; # no",
]
NAME = "1. <script>x</script> | [a](b) {{ 7 * 7 }}"
LABEL = "</h2><svg onload=x>| *war*"


class Hostile:
    """Fails now and then with an attack as its reason, and says that it was asked something."""

    def __init__(self, attacks: list[str]) -> None:
        self.attacks = attacks
        self._calls: list[dict[str, Any]] = []

    def choose(self, view: View, random: Random) -> int:
        text = random.choice(self.attacks)
        kind = random.choice(["legal", "illegal", "unreadable", "error"])
        self._calls.append(
            {"kind": kind, "seconds": 0.5, "tokens_in": 10, "tokens_out": 2, "cost": 0.01, "reply": text}
        )
        if random.random() < 0.1:
            raise RuntimeError(text)
        return random.choice(view.actions)

    def take_calls(self) -> list[dict[str, Any]]:
        calls, self._calls = self._calls, []
        return calls


def hostile_run(folder: Path) -> Path:
    """Five pairs of two games between `medium`, `random` and the hostile player."""
    war = {"game": "resource-war", "rules": {"points": 5, "target": 4}, "label": LABEL}
    hostile = {"name": NAME, "player": "arena.hostile:Hostile", "settings": {"attacks": ATTACKS}}
    played(plan_of(pairs=5, games=["color-capture", war], players=["medium", "random", hostile]), folder)
    return folder
