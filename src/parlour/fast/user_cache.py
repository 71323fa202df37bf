"""The user's cache: compiled code, and beside it the solutions of games. Everything works without it, only later."""

from __future__ import annotations

import errno
import hashlib
import os
import sys
import tempfile
from functools import cache
from pathlib import Path
from threading import RLock
from types import ModuleType

from parlour.games.errors import reason

ROOM = 2**22  # bytes; the compiled code of a game takes less


def cache_folder() -> Path:
    """Raises OSError if the user has no home."""
    folder = os.environ.get("XDG_CACHE_HOME", "")
    try:
        home = Path(folder) if os.path.isabs(folder) else Path.home() / ".cache"
    except RuntimeError:
        raise FileNotFoundError(errno.ENOENT, "there is no home folder") from None
    return home / "parlour"


_reported: list[OSError] = []


def report_unwritable(error: OSError) -> None:
    """Says that nothing can be cached, once in a process."""
    if not _reported and sys.stderr:
        sys.stderr.write(f"Note: the cache cannot be written ({reason(error)}), so Parlour works without it.\n")
    _reported.append(error)


def module_name(title: str, text: str) -> str:
    return f"parlour_{title.replace('-', '_').replace('.', '_')}_{hashlib.sha256(text.encode()).hexdigest()[:16]}"


_loading = RLock()  # two threads may ask for the same module


def loaded(title: str, text: str) -> ModuleType:
    """The text as a module, from a file in the cache; from memory if the cache cannot be written."""
    name = module_name(title, text)
    with _loading:
        if name in sys.modules:
            return sys.modules[name]
        module = ModuleType(name)
        try:
            module.__file__ = str(stored(name, text))
        except OSError as error:
            report_unwritable(error)
            text, module.__file__ = text.replace("cache=True", "cache=False"), f"<{name}>"
        sys.modules[name] = module
        try:
            exec(compile(text, module.__file__, "exec"), module.__dict__)
        except BaseException:  # Ctrl-C too: half a module must not be found later
            del sys.modules[name]
            raise
        return module


def stored(name: str, text: str) -> Path:
    """The file with this text, in a folder with room for Numba's cache. Raises OSError if that is not possible."""
    path = cache_folder() / f"{name}.py"
    path.parent.mkdir(parents=True, exist_ok=True)
    check_room(path.parent)
    if not path.exists():
        draft = path.with_suffix(f".{os.getpid()}.part")
        draft.write_text(text, encoding="utf-8")
        os.replace(draft, path)
        announce_compiling()
    return path


@cache  # once in a process is enough
def announce_compiling() -> None:
    if sys.stderr and sys.stderr.isatty():
        sys.stderr.write("Compiling. This takes a few seconds, once per game on this machine ...\n")


@cache
def check_room(folder: Path) -> None:
    """Raises OSError if the folder cannot be written. Numba would fail on that only after compiling."""
    with tempfile.TemporaryFile(dir=folder) as file:
        file.write(bytes(ROOM))
