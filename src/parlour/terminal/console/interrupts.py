"""How Ctrl-C, a closed terminal and the end of the input reach the program, without losing a match."""

import signal
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from types import FrameType
from typing import Any, Literal, NoReturn

from parlour.games.errors import ParlourError

ENDING = [getattr(signal, name) for name in ("SIGHUP", "SIGTERM", "SIGQUIT") if hasattr(signal, name)]


class EndOfInput(Exception):
    """The input has ended or the terminal is gone."""


class Terminated(KeyboardInterrupt):
    """The terminal was closed or the program was told to end. Unlike Ctrl-C, it always ends the program."""


class CalculationStopped(ParlourError):
    """A person does not want to wait for a solution."""


class LeftMatch(Exception):
    """A match was left before its end: for the menu, or for good."""

    def __init__(self, why: Literal["menu", "quit", "interrupted", "failed"]) -> None:
        super().__init__(why)
        self.why = why


@contextmanager
def handle(handlers: Mapping[int, Callable[[int, FrameType | None], object]]) -> Iterator[None]:
    """Handle these signals so, and afterwards as before."""
    previous = {number: signal.signal(number, handler) for number, handler in handlers.items()}
    try:
        yield
    finally:
        for number, handler in previous.items():
            signal.signal(number, handler)


@contextmanager
def stop_on_ctrl_c() -> Iterator[None]:
    """Let Ctrl-C end only this calculation: it raises CalculationStopped."""
    try:
        yield
    except Terminated:
        raise
    except KeyboardInterrupt:
        raise CalculationStopped("the calculation was stopped. The players random and search need none.") from None


@contextmanager
def interrupt_on_hang_up() -> Iterator[None]:
    """Make a closed terminal (SIGHUP), SIGTERM and SIGQUIT end the match as Ctrl-C does at a prompt."""

    def terminate(*_: object) -> NoReturn:
        raise Terminated

    with handle(dict.fromkeys(ENDING, terminate)):
        yield


@contextmanager
def keep_ctrl_c() -> Iterator[list[BaseException]]:
    """Keep Ctrl-C and the like from getting lost: the compiler may ignore an exception, or fail in another way.

    The list collects the interrupts.
    """
    pressed: list[BaseException] = []
    previous: dict[int, Any] = {number: signal.getsignal(number) for number in (signal.SIGINT, *ENDING)}

    def interrupt(number: int, frame: FrameType | None) -> None:
        try:
            previous[number](number, frame)
        except BaseException as interruption:
            pressed.append(interruption)
            raise

    with handle({number: interrupt for number, handler in previous.items() if callable(handler)}):
        try:
            yield pressed
        except Exception:
            if pressed:
                raise pressed[0] from None
            raise
