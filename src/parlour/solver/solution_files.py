"""Solutions as files: tables that come with games, and the user's cache.

A game's table is the file `solution.npz` next to its rules. It is valid for exactly these rules, with their standard
parameters. `tools/write_tables.py` writes those of the standard games. The cache has every other game that was solved
on this machine.
"""

import ast
import hashlib
import inspect
import os
from contextlib import suppress
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, cast

import numpy as np

from parlour.fast.user_cache import cache_folder, report_unwritable
from parlour.files import draft_of
from parlour.games.game import TABLE, Game
from parlour.solver.solution import Solution

VERSION = 1
PACKAGE = Path(__file__).parent.parent
CODE = ("solver", "fast")  # the folders whose code determines a solution
MOST_BYTES = 2 * 10**9  # of all solutions


class Damaged(Exception):
    """A file that is not the solution it should be."""


def load(game: Game, within: float) -> Solution | None:
    """A solution that came with the game or is in the cache, or None."""
    return load_table(game, within) or load_cached(game, within)


def write(path: Path, solution: Solution, digest: str, compressed: bool) -> None:
    save = np.savez_compressed if compressed else np.savez
    with path.open("wb") as file:
        save(file, **cast(Any, solution.to_arrays()), digest=np.array(digest))


def read(path: Path, game: Game, digest: str, source: str) -> Solution:
    """A solution from a file. Raises OSError if the file cannot be opened and Damaged if it is not as expected."""
    with path.open("rb") as opened:
        try:
            with np.load(opened) as file:  # reading compares the checksum of every array
                arrays = {name: file[name] for name in file.files}
            if arrays["digest"] != digest:
                raise Damaged(f"{path} belongs to other rules")
            return Solution.from_arrays(game, arrays, source)
        except Exception as error:  # a damaged file can raise anything
            raise Damaged(f"{path} cannot be read: {error}") from error


# Tables


def rules_digest(game: Game) -> str:
    """Depends on the code of the rules, the parameters and this format, but not on comments or the solver's code."""
    tree = ast.parse(inspect.getsource(cast(ModuleType, game.module)))
    parts = [str(VERSION), game.name, repr(tuple(game.rules)), repr(outline(tree))]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def outline(node: Any) -> Any:
    """A syntax tree without its docstrings, as lists that are the same on every version of Python.

    `ast.dump` is not: which empty fields it prints depends on the version.
    """
    if isinstance(node, list):
        return [outline(each) for each in node if not is_text(each)]
    if isinstance(node, ast.AST):
        fields = [(name, outline(value)) for name, value in ast.iter_fields(node)]
        return [type(node).__name__, *((name, value) for name, value in fields if value not in (None, []))]
    return node


def is_text(node: Any) -> bool:
    """Whether a statement is only a string, such as a docstring."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def load_table(game: Game, within: float) -> Solution | None:
    """The solution that came with a game, or None if there is none for these rules or it is not proved this closely."""
    if game.changed_rules():
        return None
    try:
        solution = read(game.folder / TABLE, game, rules_digest(game), "package")
    except (OSError, Damaged):
        return None
    return solution if solution.certificate.widest <= within else None


def save_table(solution: Solution) -> None:
    solution.seconds = 0.0  # the same solution always gives the same file
    write(solution.game.folder / TABLE, solution, rules_digest(solution.game), compressed=True)


# The cache


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


def save_cached(solution: Solution) -> None:
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
    """Removes the least recently used solutions if all together are too large. The newest one stays."""
    found = [(file.stat().st_mtime_ns, file.stat().st_size, file) for file in newest.parent.iterdir() if file != newest]
    total = newest.stat().st_size + sum(size for _, size, _ in found)
    for _, size, file in sorted(found):
        if total <= MOST_BYTES:
            return
        file.unlink(missing_ok=True)
        total -= size


def load_cached(game: Game, within: float) -> Solution | None:
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
