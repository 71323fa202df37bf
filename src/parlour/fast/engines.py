"""Where games live and their loops run: on the cores of this machine, or on a card.

Arrays that an engine makes lie as its loops want them; `rows` shows one with a row for each slot.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import Any, ClassVar, Protocol

import numpy as np

from parlour.fast.build import CPU, CUDA, LANES, Target, compiled
from parlour.fast.sharing import SMALL, cores, shared
from parlour.games.contract import Game, at_least
from parlour.games.errors import ParlourError

THREADS = 256  # of a block on a card


class Engine(Protocol):
    remembers: ClassVar[bool]  # whether the loops of duels keep what was offered, to judge a choice by

    def laid(self, shape: tuple[int, ...]) -> tuple[int, ...]:
        """The shape in which an array lies that has this shape when it is seen in rows."""

    def zeros(self, laid: tuple[int, ...], kind: Any) -> Any:
        """A new array, all zero."""

    def empty(self, laid: tuple[int, ...], kind: Any) -> Any:
        """A new array that will be written whole."""

    def clear(self, array: Any) -> None:
        """All zero again."""

    def taken(self, array: Any) -> Any:
        """An array of somebody else's, where the loops can read it; not copied if it is there already."""

    def loop(self, name: str, total: int) -> Callable[..., Any]:
        """A loop over so many slots, to be called with its arguments."""

    def first(self, name: str, total: int, *arguments: Any) -> int | None:
        """The first slot that a loop looks for, if there is one."""

    def rows(self, array: Any) -> Any:
        """An array with a row for each slot; not copied."""

    def row(self, array: Any, slot: int) -> Any:
        """One row of an array, here."""

    def host(self, array: Any) -> Any:
        """A whole array, here."""


def engine(device: str, game: Game, threads: int | None, *, duels: bool = False) -> Engine:
    workers = cores() if threads is None else at_least("threads", threads, 1)
    if device == "cpu":
        return Lanes(game, workers) if duels else Cores(game, workers)
    if device == "cuda":
        return Card(game)
    raise ParlourError(f"there is no device {device!r}; there are: cpu, cuda")


class Cores:
    target: ClassVar[Target] = CPU
    small: ClassVar[int] = SMALL
    remembers: ClassVar[bool] = False
    zeros: Any = staticmethod(np.zeros)  # as they are: a step of a small batch takes little longer than these
    empty: Any = staticmethod(np.empty)
    taken: Any = staticmethod(np.asarray)

    def __init__(self, game: Game, threads: int) -> None:
        self._game, self._threads = game, threads
        self._loops, self._rules = compiled(game, self.target), self._told()
        self._ready: dict[tuple[str, int], Callable[..., Any]] = {}

    def _told(self) -> Any:
        """The rules as the loops take them."""
        return self._game.rules

    def laid(self, shape: tuple[int, ...]) -> tuple[int, ...]:
        return shape

    def clear(self, array: Any) -> None:
        array[...] = 0

    def loop(self, name: str, total: int) -> Callable[..., Any]:
        key = name, total
        if key not in self._ready:
            if total < 2 * self.small:  # not worth a second thread, nor the way to it
                self._ready[key] = partial(getattr(self._loops, name), self._rules, 0, total)
            else:
                self._ready[key] = partial(self._shared, getattr(self._loops, name), total)
        return self._ready[key]

    def _shared(self, work: Callable[..., Any], total: int, *arguments: Any) -> list[Any]:
        return shared(lambda first, last: work(self._rules, first, last, *arguments), total, self._threads, self.small)

    def first(self, name: str, total: int, *arguments: Any) -> int | None:
        found = self._shared(getattr(self._loops, name), total, *arguments)
        return next((slot for slot in found if slot >= 0), None)

    def rows(self, array: Any) -> Any:
        return array

    def row(self, array: Any, slot: int) -> Any:
        return self.rows(array)[slot]

    def host(self, array: Any) -> Any:
        return array

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self._game, self._threads)  # compiled loops stay where they are


class Lanes(Cores):
    """For duels: loops that work on many games with one instruction. A field of all games lies in one piece."""

    target = LANES
    small = 2 * SMALL
    remembers = True

    def _told(self) -> Any:
        return np.array(self._game.rules, np.int32)  # handed over faster than a tuple

    def laid(self, shape: tuple[int, ...]) -> tuple[int, ...]:
        return shape[::-1]

    def rows(self, array: Any) -> Any:
        return array.T


class Card:
    """Arrays stay on the card; they carry the CUDA array interface, which PyTorch, CuPy and others read in place."""

    remembers: ClassVar[bool] = False

    def __init__(self, game: Game) -> None:
        self._game, self._cuda = game, cuda_module()
        self._loops = compiled(game, CUDA)
        self._rules = type(game.rules)(*map(np.int32, game.rules))
        self._found = self._cuda.to_device(np.zeros(1, np.int32))

    def laid(self, shape: tuple[int, ...]) -> tuple[int, ...]:
        return shape

    def zeros(self, laid: tuple[int, ...], kind: Any) -> Any:
        array = self.empty(laid, kind)
        self.clear(array)
        return array

    def empty(self, laid: tuple[int, ...], kind: Any) -> Any:
        return self._cuda.device_array(laid, kind)

    def clear(self, array: Any) -> None:
        if array.size:
            array.copy_to_device(np.zeros(array.shape, array.dtype))

    def taken(self, array: Any) -> Any:
        if hasattr(array, "copy_to_host"):
            return array
        if hasattr(array, "__cuda_array_interface__"):
            return self._cuda.as_cuda_array(array)
        return self._cuda.to_device(np.ascontiguousarray(array))

    def loop(self, name: str, total: int) -> Callable[..., Any]:
        if total == 0:
            return lambda *_: None  # there is no grid without a block
        return partial(getattr(self._loops, name)[-(-total // THREADS), THREADS], self._rules)

    def first(self, name: str, total: int, *arguments: Any) -> int | None:
        self._found.copy_to_device(np.array([total], np.int32))
        self.loop(name, total)(*arguments, self._found)
        found = int(self._found.copy_to_host()[0])
        return found if found < total else None

    def rows(self, array: Any) -> Any:
        return array

    def row(self, array: Any, slot: int) -> Any:
        return array[slot].copy_to_host() if hasattr(array[slot], "copy_to_host") else np.asarray(array[slot])

    def host(self, array: Any) -> Any:
        return array.copy_to_host()

    def __reduce__(self) -> tuple[Any, ...]:
        return Card, (self._game,)


def cuda_module() -> Any:
    """The compiler for cards, ready to use; otherwise what to install."""
    # numba-cuda 0.30 asks NumPy for names that NumPy 2.5 no longer has; these are the same functions.
    for gone, same in (("row_stack", "vstack"), ("in1d", "isin"), ("trapz", "trapezoid")):
        if not hasattr(np, gone):
            setattr(np, gone, getattr(np, same))
    try:
        cuda: Any = import_module("numba.cuda")
        usable = cuda.is_available()
    except Exception as error:
        raise ParlourError(f"device 'cuda' needs the extra gpu: pip install 'parlour[gpu]' ({error})") from None
    if not usable:
        raise ParlourError(
            "device 'cuda' needs an NVIDIA card with its driver, and the extra gpu: pip install 'parlour[gpu]'"
        )
    return cuda
