"""A solution as a file: for the cache, and for the tables that come with games.

Numbers are whole multiples of a unit, written as planes of bytes, which compress well. Equal mixes are stored once: in
a symmetric game that is half of them.
"""

from __future__ import annotations

import hashlib
import inspect
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from parlour.games.game import Game
from parlour.solver.plan import Plan
from parlour.solver.solution import Solution
from parlour.solver.solver import Arrays
from parlour.solver.table import Table
from parlour.solver.units import from_units, to_units

VERSION = 1


class Mixes(NamedTuple):
    """Mixes one after another."""

    sizes: NDArray[np.int32]
    options: NDArray[np.int32]
    chances: NDArray[np.float64]


class Damaged(Exception):
    """A file that is not the solution it should be."""


def rules_digest(game: Game) -> str:
    """Depends on the text of the rules, the parameters and this format, not on the code of the solver."""
    parts = [str(VERSION), game.name, repr(tuple(game.rules)), inspect.getsource(cast(ModuleType, game.module))]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def write(path: Path, solution: Solution, digest: str, compressed: bool) -> None:
    save = np.savez_compressed if compressed else np.savez
    with path.open("wb") as file:
        save(file, **cast(Any, to_arrays(solution)), digest=np.array(digest))


def read(path: Path, game: Game, digest: str, source: str) -> Solution:
    """A solution from a file. Raises OSError if the file cannot be opened and Damaged if it is not as expected."""
    with path.open("rb") as opened:
        try:
            with np.load(opened) as file:  # reading compares the checksum of every array
                arrays = {name: file[name] for name in file.files}
            if arrays["digest"] != digest:
                raise Damaged(f"{path} belongs to other rules")
            return from_arrays(game, arrays, source)
        except Exception as error:  # a damaged file can raise anything
            raise Damaged(f"{path} cannot be read: {error}") from error


def to_arrays(solution: Solution) -> dict[str, NDArray[Any]]:
    keys, (values, lower, upper, plan) = solution.stored.keys, solution.stored.arrays
    numbers_of_mixes, mixes = without_copies(plan)
    numbers = {
        "keys": np.diff(keys, prepend=0),
        "values": to_units(values + 1.0),
        "below": to_units(values - lower),
        "above": to_units(upper - values),
        "mixes": numbers_of_mixes,
        "sizes": mixes.sizes,
        "options": mixes.options,
        "chances": to_units(mixes.chances),
    }
    settings = np.array([solution.within, solution.seconds, solution.states])
    return {name: packed(array.astype(np.int64)) for name, array in numbers.items()} | {"settings": settings}


def from_arrays(game: Game, arrays: dict[str, NDArray[Any]], source: str) -> Solution:
    numbers = {name: unpacked(array) for name, array in arrays.items() if array.ndim == 2}
    mixes = numbers["mixes"].reshape(2, -1).T
    sizes = numbers["sizes"]
    begins = np.cumsum(sizes) - sizes
    plan = Plan(
        begins[mixes],
        sizes[mixes].astype(np.int32),
        numbers["options"].astype(np.int32),
        from_units(numbers["chances"]),
    )
    values, below, above = (from_units(numbers[name]) for name in ("values", "below", "above"))
    values -= 1.0
    within, seconds, states = arrays["settings"].tolist()
    table = Table(game, np.cumsum(numbers["keys"]), Arrays(values, values - below, values + above, plan))
    solution = Solution(table, within, seconds, source)
    solution.states = int(states)  # lookups may have added others
    return solution


def packed(numbers: NDArray[np.int64]) -> NDArray[np.uint8]:
    """Whole numbers from 0 as planes of bytes, the lowest first, without planes that are all zero."""
    planes = (int(numbers.max(initial=1)).bit_length() + 7) // 8
    return np.ascontiguousarray(numbers.astype("<i8").view(np.uint8).reshape(-1, 8).T[:planes])


def unpacked(planes: NDArray[np.uint8]) -> NDArray[np.int64]:
    cells = np.zeros((planes.shape[1], 8), np.uint8)
    cells[:, : len(planes)] = planes.T
    return cells.view("<i8").ravel().astype(np.int64, copy=False)


def without_copies(plan: Plan) -> tuple[NDArray[np.int64], Mixes]:
    """For each state, the number of the first player's mix, then likewise the second's; and the distinct mixes."""
    begins, sizes = plan.begins.T.ravel(), plan.sizes.T.ravel()
    first_copies = np.empty(len(begins), np.int64)
    for size in np.unique(sizes).tolist():
        members = np.flatnonzero(sizes == size)
        places = begins[members, None] + np.arange(size)
        content = np.hstack([plan.options[places], to_units(plan.chances[places])])
        rows = content.view(np.dtype((np.void, content.itemsize * content.shape[1]))).ravel()
        _, first, inverse = np.unique(rows, return_index=True, return_inverse=True)
        first_copies[members] = members[first[inverse]]
    kept, numbers = np.unique(first_copies, return_inverse=True)
    ends = np.cumsum(sizes[kept], dtype=np.int64)
    places = np.arange(ends[-1]) + np.repeat(begins[kept] - ends + sizes[kept], sizes[kept])
    return numbers, Mixes(sizes[kept], plan.options[places], plan.chances[places])
