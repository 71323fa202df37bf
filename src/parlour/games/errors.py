"""The errors that callers can cause, and how messages quote values and name the place of an error.

Each message names the mistake and the allowed values.
"""

import traceback
from collections.abc import Iterable
from pathlib import Path

FILES = ("rules.py", "words.py")  # of every game


class ParlourError(ValueError):
    """The base class of all errors here. Its message is written for users."""


class UnknownGame(ParlourError):
    """No game of that name is installed."""


class BadGame(ParlourError):
    """An installed game does not follow the contract."""


class BadRules(ParlourError):
    """The game has no such parameter, or the value is outside its range."""


class IllegalAction(ParlourError):
    """The rules do not allow this action in this state."""


class TooLarge(ParlourError):
    """The variant has too many states to solve here. The message gives their number and the cost of solving."""


class WideProof(UserWarning):
    """A result is not as precise as it should be: play can cycle, and the interval that was proved is too wide."""


def reason(error: Exception) -> str:
    """Why a file cannot be read or written: the system's message without its number and the file name."""
    return getattr(error, "strerror", None) or str(error)


def shorten(value: object, most: int = 40) -> str:
    """The repr of a value, cut to fit into one line of an error message. A text keeps its closing quote."""
    try:
        text = repr(value)
    except Exception:  # an integer with too many digits to print, or a foreign `__repr__` that raises
        text = f"something of type {type(value).__name__}"
    text = "".join(letter if letter.isprintable() else " " for letter in text)  # a foreign one may have line breaks
    if len(text) <= most:
        return text
    ending = f"...{text[-1]}" if text[0] in "'\"" else "..."
    return text[: most - len(ending)] + ending


def spans(numbers: Iterable[int]) -> str:
    """Ascending numbers as ranges: `0, 2 to 5`."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][-1] == number - 1:
            runs[-1][1:] = [number]
        else:
            runs.append([number])
    return ", ".join(" to ".join(map(str, run)) for run in runs)


def did_you_mean(name: str, names: Iterable[str]) -> str:
    """` (did you mean hard?)`; empty if no name resembles this one."""
    from difflib import get_close_matches  # not at the top: few people need it

    known = list(names)
    begun = [each for each in known if len(name) > 2 and each.startswith(name)]
    near = begun if len(begun) == 1 else get_close_matches(name, known, n=1, cutoff=0.7)
    return f" (did you mean {near[0]}?)" if near else ""


def error_text(error: BaseException) -> str:
    """The kind and the message of an error: "IndexError: tuple index out of range"."""
    try:
        text = error.msg if isinstance(error, SyntaxError) else str(error)  # without its place, which is added anyway
    except Exception:  # a foreign error may fail to print
        text = ""
    text = " ".join(text.split())
    return f"{type(error).__name__}{': ' + (text if len(text) < 200 else shorten(text, 200)) if text else ''}"


def error_and_place(error: BaseException) -> str:
    """An error as text, with its place if it came up in the files of a game."""
    return error_text(error) + place_of(error, game_of(error))


def place_of(error: BaseException, folder: Path | None) -> str:
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
