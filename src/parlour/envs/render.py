"""The board of a game as text or as a picture: what lies open on the table and nothing else."""

from __future__ import annotations

import sys
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from parlour.envs.letters import HEIGHT, WIDTH, cell
from parlour.games.contract import State
from parlour.games.errors import ParlourError
from parlour.games.game import Game
from parlour.games.vocabulary import Line, Style

MODES = ("human", "ansi", "rgb_array")
FPS = 2
COLUMNS = 80
SCALE = 3
PAPER = (13, 17, 23)
INK: dict[Style, tuple[int, int, int]] = {
    "": (201, 209, 217),
    "first": (57, 197, 207),
    "second": (210, 120, 220),
    "red": (255, 123, 114),
    "blue": (121, 192, 255),
    "green": (86, 211, 100),
    "dim": (110, 118, 129),
    "strong": (240, 246, 252),
}


def checked_mode(mode: str | None) -> str | None:
    if mode is not None and mode not in MODES:
        raise ParlourError(f"render_mode must be None or one of {', '.join(MODES)}, not {mode!r}")
    return mode


def rendered(game: Game, state: State, mode: str | None) -> Any:
    """What `render()` returns: text, a picture, or nothing once it was written for people."""
    if mode is None:
        gymnasium.logger.warn(f"render() does nothing without a render_mode; there are: {', '.join(MODES)}")
        return None
    if mode == "rgb_array":
        return picture(game, state)
    if mode == "ansi":
        return text(game, state)
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    sys.stdout.write(text(game, state).encode(encoding, "replace").decode(encoding))
    return None


def board(game: Game, state: State) -> list[Line]:
    return game.words.board(game.rules, game.shown(state))


def text(game: Game, state: State) -> str:
    return "".join("".join(span.text for span in line).rstrip() + "\n" for line in board(game, state))


def picture(game: Game, state: State) -> NDArray[np.uint8]:
    """A picture as high as the board at the start, at least, so that all frames of a game are alike."""
    lines = board(game, state)
    rows = max(len(lines), len(board(game, game.start())))
    image = np.full(((rows + 2) * HEIGHT, COLUMNS * WIDTH, 3), PAPER, np.uint8)
    for row, line in enumerate(lines, start=1):
        column = 0
        for span in line:
            for character in span.text[: COLUMNS - column]:
                corner = image[row * HEIGHT :, column * WIDTH :][:HEIGHT, :WIDTH]
                corner[cell(character)] = INK[span.style]
                column += 1
    return image.repeat(SCALE, 0).repeat(SCALE, 1)
