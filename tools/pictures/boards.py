"""The boards on the pages of the games: one position of each, drawn as on the page where you play."""

from __future__ import annotations

import parlour
from parlour.drawing import scene_of, svg
from parlour.drawing.theme import THEMES
from parlour.games.catalogue import OURS
from parlour.games.game import Game
from parlour.games.line import Choices, Line
from parlour.players import play_match

# The turns that lead to a position worth a picture. For a game that is not here, the middle of a random match is drawn.
PLAYED: dict[str, tuple[Choices, ...]] = {
    "token-tactics": ((0,), (1,), (4, 6), (0,), (0,), (1,)),
    "token-showdown": ((20, 12), (5, 17), (9, 8), (16, 21), (15, 10)),
    "tower-siege": ((3,), (2,), (2,), (3,), (4, 2), (1,), (3,)),
    "color-capture": ((0,), (1,), (0,), (0,), (1,), (0,), (1,)),
    "resource-war": ((4, 2), (0, 3), (1, 1)),
}


def position(game: Game) -> Line:
    if game.name in PLAYED:
        return Line(game, PLAYED[game.name])
    turns = play_match(game, seed=1).line.choices
    return Line(game, turns[: len(turns) // 2])


def documents() -> dict[str, str]:
    """The text of each picture, by the name of its file."""
    made: dict[str, str] = {}
    for name in OURS:
        game = parlour.game(name)
        scene = scene_of(game, position(game).state)
        made |= {f"board-{name}-{theme}.svg": svg(scene, colours) for theme, colours in THEMES.items()}
    return made
