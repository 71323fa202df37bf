"""Calls the functions of a game safely: exceptions become `Broken`, endless loops `Endless`."""

import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from parlour.check.overflow import WrongNumber
from parlour.check.results import Broken, Endless
from parlour.games.errors import ParlourError, error_text, place_of

SECONDS = 5.0  # of CPU time, since a busy machine may keep a function waiting; it takes microseconds
MOST_SECONDS = 60.0  # for a function that waits for something
TICK = 0.2  # seconds between two looks at the clock; a timer for each call would take longer than the call

_begun = 0.0  # when the function that is running now was called; 0 if none is
_watched = 0.0  # the value of _begun at the last look at the clock
_used = 0.0  # the CPU time at the first look at the clock during this call; asking at every call would take longer


class TooSlow(BaseException):
    """Not an Exception, so that a game does not catch it by accident."""


@contextmanager
def watch_calls() -> Iterator[None]:
    """Within this block, `call` stops functions that take too long. Only for the main thread and interpreted code.

    Windows has no such timer: an endless loop in a game has to be stopped with Ctrl-C there.
    """
    if not hasattr(signal, "setitimer"):
        yield
        return
    previous = signal.signal(signal.SIGALRM, stop_slow_call)
    signal.setitimer(signal.ITIMER_REAL, TICK, TICK)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, previous)


def stop_slow_call(*_: object) -> None:
    global _begun, _watched, _used
    if _watched != _begun:
        _watched, _used = _begun, time.thread_time()
    elif _begun and (time.thread_time() - _used > SECONDS or time.monotonic() - _begun > MOST_SECONDS):
        _begun = 0.0
        raise TooSlow


def call(
    folder: Path,
    function: Callable[..., Any],
    *arguments: Any,
    name: str = "",
    state: Any = None,
    actions: Any = None,
) -> Any:
    """The result of a function of the game; `state` and `actions` are shown if it fails."""
    global _begun
    name = name or f"{getattr(function, '__name__', 'a function')}()"
    _begun = time.monotonic()
    try:
        return function(*arguments)
    except TooSlow as error:
        what = f"{name} does not finish within {SECONDS:.0f} seconds{place_of(error, folder)}"
        raise Endless(what, state, actions) from None
    except WrongNumber as error:
        raise Broken(f"{name} {error}{place_of(error, folder)}", state, actions) from None
    except (KeyboardInterrupt, ParlourError):  # Parlour's own errors are for users already
        raise
    except BaseException as error:
        raise Broken(f"{name} raises {error_text(error)}{place_of(error, folder)}", state, actions) from None
    finally:
        _begun = 0.0
