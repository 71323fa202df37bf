"""Finds games: the ones in this package, those that other packages register, and those in a folder.

Another package registers a game with an entry point in the group `parlour.games`: the name of the game, and the
package that contains its `rules.py`, `words.py` and `RULES.md`. A folder is given by its path, `./my-game`.
"""

from __future__ import annotations

import copyreg
import re
import sys
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from importlib import import_module
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from typing import TYPE_CHECKING, cast

from parlour.games.contract import RulesModule, WordsModule
from parlour.games.errors import BadGame, ParlourError, UnknownGame, did_you_mean, error_and_place, shorten
from parlour.games.game import Game

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

OURS = ("token-tactics", "token-showdown", "tower-siege", "color-capture", "resource-war")
GROUP = "parlour.games"
NAME = re.compile(r"[a-z][a-z0-9]*([-_][a-z0-9]+)*")  # a name that also works as a Python package and as a project
_folders: dict[str, str] = {}  # the packages of games that were loaded from a folder, by the name of the game
_last_from_elsewhere = ""  # the name of the last game that was loaded and is not one of ours


def required_names(protocol: type) -> tuple[str, ...]:
    """The constants and functions that a module of this protocol must define."""
    functions = (name for name, value in vars(protocol).items() if callable(value) and not name.startswith("_"))
    return (*protocol.__annotations__, *functions)


def game_names() -> tuple[str, ...]:
    """The names of all installed games."""
    return OURS + tuple(sorted(set(registered_games()) - set(OURS)))


def game(name: str, /, **rules: object) -> Game:
    """A game by name or by its folder (`./my-game`), with the standard rules or with some parameters changed."""
    return named_game(use_folder(name) if isinstance(name, str) and is_folder(name) else name, **rules)


def use_folder(path: str) -> str:
    """Loads the package in a folder, and returns the name under which this process then knows the game."""
    folder = game_folder(path)
    name = plain_name(folder.name)
    if name in OURS:
        if folder == Path(__file__).parent / folder.name:
            return name
        raise BadGame(f"the folder {folder.name} has the name of a game that comes with Parlour: rename it")
    try:
        _folders[name] = import_folder(folder)
    except ParlourError:
        raise
    except (Exception, SystemExit) as error:
        raise BadGame(f"the game {name} cannot be loaded from {folder}: {error_and_place(error)}") from error
    return name


def named_game(name: str, /, **rules: object) -> Game:
    """A game by name alone. A record of a match goes this way, so that no record can run the code in a folder."""
    key = plain_name(name) if isinstance(name, str) else ""
    return load(key, known_package(key, name), rules)


def locate(name: str) -> tuple[str, str, Path]:
    """The name, the package and the folder of a game, which need not load."""
    key = use_folder(name) if is_folder(name) else plain_name(name)
    package = known_package(key, name)
    try:
        spec = find_spec(package)
    except (Exception, SystemExit) as error:  # a package above it, or its own __init__.py, may raise anything
        raise BadGame(f"the game {key} cannot be found in {package}: {error_and_place(error)}") from error
    if spec is None or spec.origin is None:
        raise BadGame(f"the game {key} is registered in {package}, but there is no such package")
    return key, package, Path(spec.origin).parent


def is_from_folder(name: str) -> bool:
    """Whether this process knows a game only by its folder."""
    return name in _folders and name not in registered_games()


def last_from_elsewhere() -> str:
    """The game that was last asked for and does not come with Parlour, as `parlour check` takes it; or nothing."""
    name = _last_from_elsewhere
    return str(Path(str(sys.modules[_folders[name]].__file__)).parent) if name in _folders else name


def plain_name(name: str) -> str:
    return name.strip().lower().replace("_", "-").replace(" ", "-")


def restore(name: str, rules: dict[str, int], folder: Path) -> Game:
    """Unpickle a game, perhaps in another process."""
    return game(name if package_of(name) else str(folder), **rules)


copyreg.pickle(Game, lambda pickled: (restore, (pickled.name, pickled.rules._asdict(), pickled.folder)))


def known_package(key: str, name: object) -> str:
    package = package_of(key)
    if package is None:
        raise UnknownGame(
            f"there is no game {shorten(name)}{suggestion(key)}; the games are: {', '.join(game_names())}. "
            "A game in a folder must be installed, or given by its path, such as ./my-game"
        )
    return package


def package_of(name: str) -> str | None:
    if name in OURS:
        return f"{__package__}.{name.replace('-', '_')}"
    if name in _folders:
        return _folders[name]
    entry = registered_games().get(name)
    return entry.value if entry else None


def registered_games() -> dict[str, EntryPoint]:
    return registered_on(tuple(sys.path))


@cache  # looking through all packages takes a hundredth of a second
def registered_on(_: tuple[str, ...]) -> dict[str, EntryPoint]:
    from importlib.metadata import entry_points  # slow to import, and our own games do not need it

    return {plain_name(entry.name): entry for entry in entry_points(group=GROUP)}


def load(name: str, package: str, parameters: Mapping[str, object]) -> Game:
    global _last_from_elsewhere
    if name not in OURS:
        _last_from_elsewhere = name
    try:
        rules, words = import_module(f"{package}.rules"), import_module(f"{package}.words")
    except (Exception, SystemExit) as error:
        raise BadGame(f"the game {name} cannot be loaded from {package}: {error_and_place(error)}") from error
    missing = [f"rules.py: {part}" for part in required_names(RulesModule) if not hasattr(rules, part)]
    missing += [f"words.py: {part}" for part in required_names(WordsModule) if not hasattr(words, part)]
    folder = Path(cast(str, rules.__file__)).parent
    missing += [] if (folder / "RULES.md").is_file() else ["RULES.md"]
    if missing:
        raise BadGame(f"the game {name} in {package} lacks {', '.join(missing)}")
    try:
        return Game(name, cast(RulesModule, rules), cast(WordsModule, words), folder, parameters)
    except ParlourError:
        raise
    except (Exception, SystemExit) as error:
        raise BadGame(f"the game {name} in {package} does not follow the contract: {error_and_place(error)}") from error


def suggestion(name: str) -> str:
    for folder in (name, name.replace("-", "_")):
        if NAME.fullmatch(folder):
            with suppress(UnknownGame):
                game_folder(folder)
                return f" (did you mean the folder ./{folder}?)"
    return did_you_mean(name, game_names())


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
