"""The boards on the pages of the games: one position of each, drawn as on the page where you play."""

from __future__ import annotations

import parlour
from parlour.drawing import scene_of, svg
from parlour.drawing.theme import THEMES
from parlour.match.match import Match

# A game, and the decisions that lead to the position.
PLAYED: dict[str, tuple[int | tuple[int, int], ...]] = {
    "token-tactics": (0, 1, (4, 6), 0, 0, 1),
    "token-showdown": ((20, 12), (5, 17), (9, 8), (16, 21), (15, 10)),
    "tower-siege": (3, 2, 2, 3, (4, 2), 1, 3),
    "color-capture": (0, 1, 0, 0, 1, 0, 1),
    "resource-war": ((4, 2), (0, 3), (1, 1)),
}


def documents() -> dict[str, str]:
    """The text of each picture, by the name of its file."""
    made: dict[str, str] = {}
    for name, decisions in PLAYED.items():
        match = Match(parlour.game(name))
        for decision in decisions:
            match.decide(decision)
        scene = scene_of(match.game, match.state)
        made |= {f"board-{name}-{theme}.svg": svg(scene, colours) for theme, colours in THEMES.items()}
    return made
