"""Solutions on disk, so that a game is solved once on a machine."""

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
from parlour.solver.certificate import RESPOND, Plan
from parlour.solver.solution import Arrays, Solution
from parlour.solver.state_space import KEPT, SWEEP, Space

HERE = Path(__file__).parent
NAMES = ("cache", "certificate", "solution", "solver", "state_space")  # what makes a solution besides compiled loops
CODE = [(HERE / f"{name}.py").read_text(encoding="utf-8") for name in NAMES]


def place(game: Game, within: float) -> Path:
    """The file of a solution: its name hangs on the game, its rules, the code that runs and the precision asked for."""
    loops = [compiled(game, target).__name__ for target in (SWEEP, RESPOND)]  # named by all that is compiled
    parts = [game.name, repr(tuple(game.rules)), repr(within), *loops, *CODE]
    digest = hashlib.sha256("\0".join(parts).encode()).hexdigest()[:24]
    return cache_folder() / "solutions" / f"{game.name}-{digest}.npz"


def save(solution: Solution) -> None:
    """Writes a solution whole or not at all; a disk that cannot take it is no reason to fail."""
    path = place(solution.game, solution.within)
    draft = path.with_name(f"{path.stem}.{os.getpid()}.{get_ident()}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with draft.open("wb") as file:
            np.savez(file, **cast(Any, parts(solution)))
        os.replace(draft, path)
    except OSError:
        with suppress(OSError):
            draft.unlink(missing_ok=True)


def load(game: Game, within: float) -> Solution | None:
    """A solution that was saved, if it is there and whole; a damaged file is removed."""
    path = place(game, within)
    try:
        with path.open("rb") as opened, np.load(opened) as file:  # every part has a checksum, which reading it compares
            return put_together(game, {name: file[name] for name in file.files})
    except OSError:
        return None
    except Exception:  # whatever the bytes of a damaged file make of the reader
        with suppress(OSError):
            path.unlink(missing_ok=True)
        return None


def parts(solution: Solution) -> dict[str, NDArray[Any]]:
    space, arrays = solution.space, solution.arrays
    kept = {f"space_{name}": getattr(space.tables, name)[: space.count] for name in KEPT}
    plan = {f"plan_{name}": array for name, array in arrays.plan._asdict().items()}
    values = {"values": arrays.values, "lower": arrays.lower, "upper": arrays.upper}
    return {**kept, **plan, **values, "made": np.array([solution.within, solution.seconds])}


def put_together(game: Game, parts: dict[str, NDArray[Any]]) -> Solution:
    space = Space.rebuilt(game, {name: parts[f"space_{name}"] for name in KEPT})
    plan = Plan(*(parts[f"plan_{name}"] for name in Plan._fields))
    arrays = Arrays(parts["values"], parts["lower"], parts["upper"], plan)
    within, seconds = parts["made"].tolist()
    return Solution(space, arrays, within, seconds)
