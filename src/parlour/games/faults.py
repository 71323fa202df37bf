"""What went wrong in the code of a game, and where: an error as text, with the file and line of the game."""

from __future__ import annotations

import traceback
from pathlib import Path

from parlour.games.checks import shortened

FILES = ("rules.py", "words.py")


def described(error: BaseException) -> str:
    """The kind and the message of an error: "IndexError: tuple index out of range"."""
    try:
        text = error.msg if isinstance(error, SyntaxError) else str(error)  # without its place, which is added anyway
    except Exception:  # a foreign error may fail to print
        text = ""
    text = " ".join(text.split())
    return f"{type(error).__name__}{': ' + (text if len(text) < 200 else shortened(text, 200)) if text else ''}"


def located(error: BaseException) -> str:
    """An error as text, with its place if it came up in the files of a game."""
    folder = game_of(error)
    return described(error) + (place_of(error, folder) if folder else "")


def place_of(error: BaseException, folder: Path) -> str:
    """Where in the files of a folder an error came up: " (rules.py, line 12)"; empty if elsewhere."""
    places = [(path, line) for path, line in lines_of(error) if path.parent == folder]
    return f" ({places[-1][0].name}, line {places[-1][1]})" if places else ""


def game_of(error: BaseException) -> Path | None:
    """The folder of the game in whose own files an error came up, if any."""
    for path, _ in reversed(lines_of(error)):
        if all((path.parent / name).is_file() for name in FILES):
            return path.parent
    return None


def lines_of(error: BaseException) -> list[tuple[Path, int]]:
    """The files and lines that were running, the innermost last."""
    lines = [(Path(frame.filename), frame.lineno or 0) for frame in traceback.extract_tb(error.__traceback__)]
    if isinstance(error, SyntaxError) and error.filename:
        lines.append((Path(error.filename), error.lineno or 0))
    return lines
