"""Where batches live and their loops run: the CPU cores of this machine, or a GPU."""

from collections.abc import Callable
from functools import partial
from importlib import import_module
from types import ModuleType
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from parlour.extras import missing
from parlour.fast.compile import CPU, CUDA, compile_kernels
from parlour.fast.threads import SMALL, cores, in_threads
from parlour.games.checks import at_least
from parlour.games.errors import ParlourError
from parlour.games.game import Game

BLOCK = 256  # threads in a block on a GPU
KERNELS = tuple(f"parlour.fast.kernels.{name}" for name in ("batch", "duel", "answers", "callback"))


def unknown_device(name: object) -> ParlourError:
    return ParlourError(f"there is no device {name!r}; there are: cpu, cuda")


def cpu_kernels(game: Game) -> ModuleType:
    return compile_kernels(game, *KERNELS, "parlour.fast.kernels.random_games_cpu", target=CPU)


def cuda_kernels(game: Game) -> ModuleType:
    return compile_kernels(game, *KERNELS, "parlour.fast.kernels.random_games_cuda", target=CUDA)


class Cpu:
    """Makes arrays and runs loops over them. The arguments of a loop are arrays of the device and numbers."""

    zeros: Any = staticmethod(np.zeros)  # unwrapped: a step of a small batch takes little longer than these
    empty: Any = staticmethod(np.empty)
    take: Any = staticmethod(np.asarray)

    def __init__(self, game: Game, threads: int) -> None:
        self._game, self._threads = game, threads
        self._kernels = cpu_kernels(game)
        self._ready: dict[tuple[str, int], Callable[..., Any]] = {}

    def clear(self, array: Any) -> None:
        array[...] = 0

    def copy(self, array: Any) -> Any:
        return array.copy()

    def take_floats(self, array: Any) -> Any:
        """Fractions from an array of any library."""
        return on_host(array)

    def loop(self, name: str, total: int) -> Callable[..., Any]:
        """A loop over the slots from 0 to `total`."""
        key = name, total
        if key not in self._ready:
            if total < 2 * SMALL:  # not worth a second thread
                self._ready[key] = partial(getattr(self._kernels, name), tuple(self._game.rules), 0, total)
            else:
                self._ready[key] = partial(self._in_threads, name, total)
        return self._ready[key]

    def _in_threads(self, name: str, total: int, *arguments: Any) -> list[Any]:
        work, rules = getattr(self._kernels, name), tuple(self._game.rules)
        return in_threads(lambda first, last: work(rules, first, last, *arguments), total, self._threads)

    def first(self, name: str, total: int, *arguments: Any) -> int | None:
        """The first slot that a search finds."""
        return next((slot for slot in self._in_threads(name, total, *arguments) if slot >= 0), None)

    def host(self, array: Any) -> Any:
        """An array in the memory of the host."""
        return array

    def __reduce__(self) -> tuple[Any, ...]:
        return Cpu, (self._game, self._threads)  # compiled code is not pickled


class Cuda:
    """The same on a GPU. Its arrays have the CUDA array interface: PyTorch, CuPy and others read them in place."""

    def __init__(self, game: Game) -> None:
        self._game, self._cuda = game, cuda_module()
        self._kernels = cuda_kernels(game)
        self._rules = tuple(map(np.int32, game.rules))
        self._found = self._cuda.to_device(np.zeros(1, np.int32))

    def zeros(self, shape: tuple[int, ...], dtype: Any) -> Any:
        array = self.empty(shape, dtype)
        self.clear(array)
        return array

    def empty(self, shape: tuple[int, ...], dtype: Any) -> Any:
        return self._cuda.device_array(shape, dtype)

    def clear(self, array: Any) -> None:
        if array.size:
            array.copy_to_device(np.zeros(array.shape, array.dtype))

    def copy(self, array: Any) -> Any:
        copied = self.empty(array.shape, array.dtype)
        if array.size:
            copied.copy_to_device(array)
        return copied

    def take(self, array: Any) -> Any:
        """A foreign array on this device; not copied if it is here already."""
        if hasattr(array, "copy_to_host"):
            return array
        if hasattr(array, "__cuda_array_interface__"):
            return self._cuda.as_cuda_array(array)
        return self._cuda.to_device(np.ascontiguousarray(array))

    def take_floats(self, array: Any) -> Any:
        return self.take(array.detach() if hasattr(array, "detach") else array)

    def loop(self, name: str, total: int) -> Callable[..., Any]:
        if total == 0:
            return lambda *_: None  # a grid has at least one block
        return partial(getattr(self._kernels, name)[-(-total // BLOCK), BLOCK], self._rules)

    def first(self, name: str, total: int, *arguments: Any) -> int | None:
        self._found.copy_to_device(np.array([total], np.int32))
        self.loop(name, total)(*arguments, self._found)
        found = int(self._found.copy_to_host()[0])
        return found if found < total else None

    def host(self, array: Any) -> Any:
        return array.copy_to_host() if hasattr(array, "copy_to_host") else np.asarray(array)

    def __reduce__(self) -> tuple[Any, ...]:
        return Cuda, (self._game,)


Device: TypeAlias = Cpu | Cuda


def device_named(name: str, game: Game, threads: int | None) -> Device:
    workers = cores() if threads is None else at_least("threads", threads, 1)
    if name == "cpu":
        return Cpu(game, workers)
    if name == "cuda":
        return Cuda(game)
    raise unknown_device(name)


def legal_actions(game: Game, table: NDArray[Any]) -> NDArray[np.bool_]:
    """`legal[row, player, action]` for a table with one state in each row; none for a player who is not to act."""
    legal = np.zeros((len(table), 2, game.action_count()), np.bool_)
    Cpu(game, cores()).loop("legal_slots", len(table))(table, legal)
    return legal


def on_host(array: Any) -> Any:
    """An array of any library as one of NumPy's, of fractions."""
    for step in ("detach", "cpu", "get", "copy_to_host"):  # of PyTorch (two), CuPy and Numba
        if hasattr(array, step):
            array = getattr(array, step)()
    found = np.asarray(array)
    if found.dtype.kind == "c":
        raise TypeError(f"complex numbers ({found.dtype})")
    return found.astype(np.float64, copy=False)


def cuda_module() -> Any:
    """`numba.cuda`, ready to use; otherwise an error that names the packages to install."""
    # numba-cuda 0.30 asks NumPy for names that NumPy 2.5 no longer has; these are the same functions.
    for gone, same in (("row_stack", "vstack"), ("in1d", "isin"), ("trapz", "trapezoid")):
        if not hasattr(np, gone):
            setattr(np, gone, getattr(np, same))
    try:
        cuda: Any = import_module("numba.cuda")
        usable = cuda.is_available()
    except Exception as error:
        needed = missing("device 'cuda' needs numba-cuda", "gpu")
        raise ParlourError(f"{needed} ({error})") from None
    if not usable:
        raise ParlourError(missing("device 'cuda' needs an NVIDIA GPU with its driver, and numba-cuda", "gpu"))
    return cuda
