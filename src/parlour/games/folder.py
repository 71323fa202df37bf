"""Loads a game from a folder that is not installed."""

from __future__ import annotations

import re
import sys
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path

from parlour.games.errors import BadGame, UnknownGame

NAME = re.compile(r"[a-z][a-z0-9]*([-_][a-z0-9]+)*")  # a name that also works as a Python package and as a project


def is_folder(name: str) -> bool:
    """Whether a name is meant as a path: `./my-game`, `..`, `/home/me/my-game`; never just `my-game`."""
    return "/" in name or name in (".", "..")


def game_folder(path: str) -> Path:
    """The folder with `rules.py`: this one, or the only one in it that has such a file."""
    try:
        folder = Path(path).resolve()
        if (folder / "rules.py").is_file():
            return folder
        inside = [each.parent for each in folder.glob("*/rules.py")] if folder.is_dir() else []
    except (OSError, ValueError, RuntimeError):  # a name that no file can have, or a folder that cannot be read
        inside = []
    if len(inside) > 1:
        names = ", ".join(sorted(each.name for each in inside))
        raise UnknownGame(f"{path} holds more than one game; choose one of its folders: {names}")
    if not inside:
        raise UnknownGame(f"{path} is not the folder of a game: it has no rules.py. To write one: parlour new NAME")
    return inside[0]


def import_folder(folder: Path) -> str:
    """Makes the folder importable as a package, and returns the name of the package."""
    package = folder.name.replace("-", "_")
    if not NAME.fullmatch(package):
        raise BadGame(
            f"the folder {folder.name!r} cannot be a game: rename it to lower-case letters, digits and underscores, "
            "beginning with a letter"
        )
    init = folder / "__init__.py"
    if not init.is_file():
        raise BadGame(f"the game in {folder} lacks __init__.py; an empty file will do")
    loaded = sys.modules.get(package)
    if loaded is not None and getattr(loaded, "__file__", None) == str(init):
        return package
    if loaded is not None or package in sys.stdlib_module_names or is_foreign(package, init):
        raise BadGame(f"the folder {folder.name} has the name of another Python package: rename it")
    spec = spec_from_file_location(package, init, submodule_search_locations=[str(folder)])
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[package] = module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[package]
        raise
    return package


def is_foreign(package: str, init: Path) -> bool:
    """Whether Python already finds a package of this name that is no game, such as NumPy."""
    spec = find_spec(package)
    if spec is None or spec.origin in (None, str(init)):  # None: a folder without code, such as the game's project
        return False
    return not any((Path(each) / "rules.py").is_file() for each in spec.submodule_search_locations or ())
