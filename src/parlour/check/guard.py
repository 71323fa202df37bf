"""Calls the functions of a game, whatever they do: exceptions and endless loops become `Broken`."""

from __future__ import annotations

import signal
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from parlour.check.results import Broken
from parlour.games.checks import shortened

SECONDS = 5  # a function of a game takes microseconds, except on a very busy machine


class TooSlow(BaseException):
    """Not an Exception, so that a game does not catch it by accident."""


def ring(*_: object) -> None:
    raise TooSlow


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Raises TooSlow if the block takes longer. Only for the main thread, and only for interpreted code."""
    previous = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, previous)


def call(folder: Path, function: Callable[..., Any], *arguments: Any, state: Any = None, decision: Any = None) -> Any:
    """What a function of the game returns; `state` and `decision` are shown if it fails."""
    name = getattr(function, "__name__", "a function")
    try:
        with time_limit(SECONDS):
            return function(*arguments)
    except TooSlow as error:
        place = place_of(error, folder)
        raise Broken(f"{name}() does not finish within {SECONDS} seconds{place}", state, decision) from None
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise Broken(f"{name}() raises {described(error)}{place_of(error, folder)}", state, decision) from None


def described(error: BaseException) -> str:
    try:
        text = str(error)
    except Exception:
        text = ""
    text = " ".join(text.split())
    return f"{type(error).__name__}{': ' + (text if len(text) < 200 else shortened(text, 200)) if text else ''}"


def place_of(error: BaseException, folder: Path) -> str:
    """Where in the game's own files an error came up: " (rules.py, line 12)"."""
    if isinstance(error, SyntaxError) and error.filename and Path(error.filename).parent == folder:
        return f" ({Path(error.filename).name}, line {error.lineno})"
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if Path(frame.filename).parent == folder]
    return f" ({Path(frames[-1].filename).name}, line {frames[-1].lineno})" if frames else ""
