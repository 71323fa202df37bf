"""Solutions on disk, so that each game is solved once on a machine."""

from __future__ import annotations

import hashlib
import os
from contextlib import suppress
from pathlib import Path
from threading import get_ident
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from parlour.fast.compile import cache_folder, compiled
from parlour.games.game import Game
from parlour.solver.certificate import CERTIFICATE
from parlour.solver.plan import Plan
from parlour.solver.solution import Solution
from parlour.solver.solver import Arrays
from parlour.solver.state_space import SWEEP, Space

# The code that determines a solution, besides the kernels.
MODULES = ("backward_induction", "cache", "certificate", "plan", "solution", "solver", "state_space", "value_iteration")
CODE = [Path(__file__).with_name(f"{name}.py").read_text(encoding="utf-8") for name in MODULES]


def solution_file(game: Game, within: float) -> Path:
    """Where a solution is stored. The name depends on the game, its rules, the precision and the solver's code."""
    kernels = [compiled(game, kernel).__name__ for kernel in (SWEEP, CERTIFICATE)]  # contains a digest of the source
    parts = [game.name, repr(tuple(game.rules)), repr(within), *kernels, *CODE]
    digest = hashlib.sha256("\0".join(parts).encode()).hexdigest()[:24]
    return cache_folder() / "solutions" / f"{game.name}-{digest}.npz"


def save(solution: Solution) -> None:
    """Writes a solution completely or not at all. A disk error is ignored: the solution is good without a file."""
    path = solution_file(solution.game, solution.within)
    draft = path.with_name(f"{path.stem}.{os.getpid()}.{get_ident()}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with draft.open("wb") as file:
            np.savez(file, **cast(Any, to_arrays(solution)))
        os.replace(draft, path)
    except OSError:
        with suppress(OSError):
            draft.unlink(missing_ok=True)


def load(game: Game, within: float) -> Solution | None:
    """A stored solution, or None. A damaged file is removed."""
    path = solution_file(game, within)
    try:
        with path.open("rb") as opened, np.load(opened) as file:  # reading compares the checksum of every array
            return from_arrays(game, {name: file[name] for name in file.files})
    except OSError:
        return None
    except Exception:  # a damaged file can raise anything
        with suppress(OSError):
            path.unlink(missing_ok=True)
        return None


def to_arrays(solution: Solution) -> dict[str, NDArray[Any]]:
    space = {f"space_{name}": array for name, array in solution.space.to_arrays().items()}
    plan = {f"plan_{name}": array for name, array in solution.arrays.plan._asdict().items()}
    values = {name: getattr(solution.arrays, name) for name in ("values", "lower", "upper")}
    return {**space, **plan, **values, "settings": np.array([solution.within, solution.seconds])}


def from_arrays(game: Game, arrays: dict[str, NDArray[Any]]) -> Solution:
    prefix = "space_"
    space = {name.removeprefix(prefix): array for name, array in arrays.items() if name.startswith(prefix)}
    plan = Plan(*(arrays[f"plan_{name}"] for name in Plan._fields))
    within, seconds = arrays["settings"].tolist()
    solved = Arrays(arrays["values"], arrays["lower"], arrays["upper"], plan)
    return Solution(Space.from_arrays(game, space), solved, within, seconds)
