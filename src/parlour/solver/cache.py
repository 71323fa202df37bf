"""Solutions on disk, so that each game is solved once on a machine."""

from __future__ import annotations

import hashlib
import os
from contextlib import suppress
from functools import cache
from pathlib import Path

from parlour.fast.user_cache import cache_folder, report_unwritable
from parlour.files import draft_of
from parlour.games.game import Game
from parlour.solver.file_format import Damaged, read, rules_digest, write
from parlour.solver.solution import Solution

PACKAGE = Path(__file__).parent.parent
CODE = ("solver", "fast")  # the folders whose code determines a solution
MOST_BYTES = 2 * 10**9  # of all solutions


def solution_digest(game: Game, within: float) -> str:
    """Depends on the game, its rules, the precision and the solver's code."""
    return hashlib.sha256("\0".join([rules_digest(game), repr(within), code_digest()]).encode()).hexdigest()


@cache
def code_digest() -> str:
    files = sorted(file for folder in CODE for file in PACKAGE.joinpath(folder).rglob("*.py"))
    return hashlib.sha256(b"\0".join(file.read_bytes() for file in files)).hexdigest()


def solution_file(game: Game, within: float) -> Path:
    """Where a solution is stored."""
    return cache_folder() / "solutions" / f"{game.name}-{solution_digest(game, within)[:24]}.npz"


def save(solution: Solution) -> None:
    """Writes a solution completely or not at all. If that fails, one line says so: the solution is good without it."""
    digest = solution_digest(solution.game, solution.within)
    try:
        path = solution_file(solution.game, solution.within)
        path.parent.mkdir(parents=True, exist_ok=True)
        with draft_of(path) as draft:
            write(draft, solution, digest, compressed=False)
        with suppress(OSError):  # another process may do the same
            make_room(path)
    except OSError as error:
        report_unwritable(error)


def make_room(newest: Path) -> None:
    """Removes the solutions that nobody has used for longest, if all together are too large. The newest one stays."""
    found = [(file.stat().st_mtime_ns, file.stat().st_size, file) for file in newest.parent.iterdir() if file != newest]
    total = newest.stat().st_size + sum(size for _, size, _ in found)
    for _, size, file in sorted(found):
        if total <= MOST_BYTES:
            return
        file.unlink(missing_ok=True)
        total -= size


def load(game: Game, within: float) -> Solution | None:
    """A stored solution, or None. A damaged file is removed."""
    try:
        path = solution_file(game, within)
        solution = read(path, game, solution_digest(game, within), "cache")
        with suppress(OSError):
            os.utime(path)  # it was used
        return solution
    except OSError:
        return None
    except Damaged:
        with suppress(OSError):
            path.unlink(missing_ok=True)
        return None
