"""The board of a game as text or as an image. Hidden fields never appear."""

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
METADATA = {"render_modes": list(MODES), "render_fps": 2}
COLUMNS = 80
SCALE = 3
BACKGROUND = (13, 17, 23)
COLOURS: dict[Style, tuple[int, int, int]] = {
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
    """What `render()` returns: text, an image, or None in mode `human`, which prints the board."""
    if mode is None:
        gymnasium.logger.warn(f"render() does nothing without a render_mode; choose one of {', '.join(MODES)}")
        return None
    if mode == "rgb_array":
        return image(game, state)
    if mode == "ansi":
        return text(game, state)
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    sys.stdout.write(text(game, state).encode(encoding, "replace").decode(encoding))
    return None


def board(game: Game, state: State) -> list[Line]:
    return game.words.board(game.rules, game.shown(state))


def text(game: Game, state: State) -> str:
    return "".join("".join(span.text for span in line).rstrip() + "\n" for line in board(game, state))


def image(game: Game, state: State) -> NDArray[np.uint8]:
    """At least as tall as the board at the start, so that all frames of a game have the same size."""
    lines = board(game, state)
    rows = max(len(lines), len(board(game, game.start())))
    pixels = np.full(((rows + 2) * HEIGHT, COLUMNS * WIDTH, 3), BACKGROUND, np.uint8)
    for row, line in enumerate(lines, start=1):
        column = 0
        for span in line:
            for character in span.text[: COLUMNS - column]:
                corner = pixels[row * HEIGHT :, column * WIDTH :][:HEIGHT, :WIDTH]
                corner[cell(character)] = COLOURS[span.style]
                column += 1
    return pixels.repeat(SCALE, 0).repeat(SCALE, 1)
