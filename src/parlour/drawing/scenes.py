"""The scene of a state: from the game's `drawing.py`, or its text board if it has none; and scenes as data."""

import re
from collections.abc import Sequence
from typing import Any

from parlour.games.contract import State
from parlour.games.game import Game
from parlour.games.scene import TURN, WIDTH, Scene, Shape, Text
from parlour.games.vocabulary import Line, plain_text

HEIGHT = 360  # of a text board
MARGIN = 16
LARGEST = 26  # the size of the letters of a text board
ADVANCE = 0.602  # the width of a letter, if all are equally wide and of size 1
LEADING = 1.4  # the distance of two lines
HEADER = 64  # the room for the status above a text board
FRAMES = re.compile("[\u2500-\u257f]")  # letters that draw lines


def scene_of(game: Game, state: State) -> Scene:
    """The scene of a state, as anyone may see it: hidden fields never appear."""
    visible = game.shown(state)
    drawing = game.drawing
    return drawing.scene(game.rules, visible) if drawing else text_scene(game, visible)


def text_scene(game: Game, visible: State) -> Scene:
    """The text board in letters as large as fit, with who is to act above it."""
    board = game.words.board(game.rules, visible)
    columns = max([1, *(len(plain_text(line).rstrip()) for line in board)])
    across = (WIDTH - 2 * MARGIN) / (columns * ADVANCE)
    down = (HEIGHT - HEADER - MARGIN) / (max(1, len(board)) * LEADING)
    size = round(min(LARGEST, across, down), 2)
    news = status(game, visible)
    shapes: list[Shape] = [Text(MARGIN, HEADER / 2, news, size=24, bold=True, key=TURN)]
    for row, line in enumerate(board):
        column = 0
        for span in line:
            text = span.text.rstrip()
            if text:
                left = column + len(text) - len(text.lstrip())
                x, y = MARGIN + left * size * ADVANCE, HEADER + (row + 0.5) * size * LEADING
                shapes.append(Text(round(x, 2), round(y, 2), text.lstrip(), span.style or "strong", size, mono=True))
            column += len(span.text)
    return Scene(WIDTH, HEIGHT, tuple(shapes), f"{news}. {speech(board)}")


def speech(board: Sequence[Line]) -> str:
    """A text board for people who do not see it: its lines without their frames."""
    lines = (" ".join(FRAMES.sub(" ", plain_text(line)).split()) for line in board)
    return "; ".join(filter(None, lines))


def status(game: Game, visible: State) -> str:
    """Who is to act, or who has won."""
    if visible.winner == 3:
        return "A draw"
    if visible.winner:
        return f"{game.words.PLAYERS[visible.winner - 1]} wins"
    actors = game.to_act(visible)
    return "Both choose in secret" if len(actors) == 2 else f"{game.words.PLAYERS[actors[0]]} to choose"


def scene_data(scene: Scene) -> dict[str, Any]:
    """The scene as JSON can hold it: numbers, text, tuples, lists and dicts."""
    return {
        "width": scene.width,
        "height": scene.height,
        "summary": scene.summary,
        "shapes": [shape_data(shape) for shape in scene.shapes],
    }


def shape_data(shape: Shape) -> dict[str, Any]:
    """`{"shape": "disc", "x": 20, "y": 20, "radius": 8, "style": "first", "click": (0, 3)}`, without any default."""
    defaults, found = shape._field_defaults, dict[str, Any](shape=type(shape).__name__.lower())
    for name, value in zip(shape._fields, shape, strict=True):
        if name not in defaults or value != defaults[name]:
            found[name] = value
    return found
