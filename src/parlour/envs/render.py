"""The board of a game as text or as an image. Hidden fields never appear."""

import io
import sys
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from parlour.drawing import scene_of, svg
from parlour.drawing.theme import LIGHT
from parlour.games.contract import State
from parlour.games.errors import ParlourError
from parlour.games.game import Game
from parlour.games.vocabulary import plain_text

MODES = ("human", "ansi", "rgb_array")
METADATA = {"render_modes": list(MODES), "render_fps": 2}
FONTS = sorted(map(str, (Path(__file__).parent / "fonts").glob("*.ttf")))


def check_mode(mode: str | None) -> str | None:
    if mode is not None and mode not in MODES:
        raise ParlourError(f"render_mode must be None or one of {', '.join(MODES)}, not {mode!r}")
    return mode


def frame(game: Game, state: State, mode: str | None) -> Any:
    """The result of `render()`: text, an image, or None in mode `human`, which prints the board."""
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


def text(game: Game, state: State) -> str:
    board = game.words.board(game.rules, game.shown(state))
    return "".join(plain_text(line).rstrip() + "\n" for line in board)


def image(game: Game, state: State) -> NDArray[np.uint8]:
    """The scene of a state in pixels: the same on every machine, because only our own fonts are used."""
    import resvg_py  # only images need these two
    from PIL import Image

    document = svg(scene_of(game, state), LIGHT)
    png = resvg_py.svg_to_bytes(document, background=LIGHT.page, skip_system_fonts=True, font_files=FONTS)
    return np.array(Image.open(io.BytesIO(png)).convert("RGB"))
