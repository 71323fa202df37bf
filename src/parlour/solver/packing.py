"""The numbers of a solution in little room: for files and for other processes.

Numbers are whole multiples of a unit, written as planes of bytes, which compress well. Equal mixes are stored once: in
a symmetric game that is half of them.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from parlour.fast.ragged import begins_of, runs
from parlour.solver.states.mixes import Mixes
from parlour.solver.states.parts import from_units, to_units
from parlour.solver.states.stage import Proved


def pack(keys: NDArray[np.int64], proved: Proved) -> dict[str, NDArray[Any]]:
    """Everything that is known about the states with these keys."""
    values, lower, upper, mixes = proved
    numbers_of_mixes, sizes, places = without_copies(mixes)
    numbers = {
        "keys": np.diff(keys, prepend=0),
        "values": to_units(values + 1.0),
        "below": to_units(values - lower),
        "above": to_units(upper - values),
        "mixes": numbers_of_mixes,
        "sizes": sizes,
        "options": mixes.options[places],
        "chances": to_units(mixes.chances[places]),
    }
    return {name: to_planes(array.astype(np.int64)) for name, array in numbers.items()}


def unpack(arrays: dict[str, NDArray[Any]]) -> tuple[NDArray[np.int64], Proved]:
    """The keys of the states, with their values, bounds and mixes."""
    numbers = {name: from_planes(array) for name, array in arrays.items() if array.ndim == 2}
    owned = numbers["mixes"].reshape(2, -1).T
    sizes = numbers["sizes"]
    mixes = Mixes(
        begins_of(sizes)[owned],
        sizes[owned].astype(np.int32),
        numbers["options"].astype(np.int32),
        from_units(numbers["chances"]),
    )
    values, below, above = (from_units(numbers[name]) for name in ("values", "below", "above"))
    values -= 1.0
    return np.cumsum(numbers["keys"]), Proved(values, values - below, values + above, mixes)


def to_planes(numbers: NDArray[np.int64]) -> NDArray[np.uint8]:
    """Whole numbers from 0 as planes of bytes, the lowest first, without planes that are all zero."""
    planes = (int(numbers.max(initial=1)).bit_length() + 7) // 8
    return np.ascontiguousarray(numbers.astype("<i8").view(np.uint8).reshape(-1, 8).T[:planes])


def from_planes(planes: NDArray[np.uint8]) -> NDArray[np.int64]:
    cells = np.zeros((planes.shape[1], 8), np.uint8)
    cells[:, : len(planes)] = planes.T
    return cells.view("<i8").ravel().astype(np.int64, copy=False)


def without_copies(mixes: Mixes) -> tuple[NDArray[np.int64], NDArray[np.int32], NDArray[np.int64]]:
    """For each state, the number of the first player's mix, then likewise the second's.

    And the sizes of the distinct mixes, with the places of their entries.
    """
    begins, sizes = mixes.begins.T.ravel(), mixes.sizes.T.ravel()
    first_copies = np.empty(len(begins), np.int64)
    for size in np.unique(sizes).tolist():
        members = np.flatnonzero(sizes == size)
        places = begins[members, None] + np.arange(size)
        content = np.hstack([mixes.options[places], to_units(mixes.chances[places])])
        rows = content.view(np.dtype((np.void, content.itemsize * content.shape[1]))).ravel()
        _, first, inverse = np.unique(rows, return_index=True, return_inverse=True)
        first_copies[members] = members[first[inverse]]
    kept, numbers = np.unique(first_copies, return_inverse=True)
    return numbers, sizes[kept], runs(begins[kept], sizes[kept])
