"""The user's cache: compiled code, and next to it the solutions of games. Without it, everything takes longer."""

import atexit
import hashlib
import os
import shutil
import signal
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from threading import RLock, current_thread, main_thread
from types import ModuleType

from parlour.files import write_file
from parlour.games.errors import reason
from parlour.printing import warn
from parlour.user_folders import user_folder

ROOM = 2**22  # bytes; the compiled code of a game takes less


def cache_folder() -> Path:
    """A folder that only this user can change: Numba runs the code in it. Raises OSError if there can be none."""
    folder = user_folder("XDG_CACHE_HOME", ".cache")
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    return folder if is_ours(folder) else temporary_folder(folder)


def is_ours(folder: Path) -> bool:
    if sys.platform == "win32":  # the folders of a user are private there
        return True
    found = folder.stat()
    return found.st_uid == os.getuid() and not found.st_mode & 0o022


@cache  # once in a process
def temporary_folder(refused: Path) -> Path:
    """Takes the place of a cache that another user could have filled, until the process ends."""
    warn(
        f"Note: another user owns {refused} or may write to it, so Parlour uses a temporary cache. "
        f"To keep a cache, run chmod go-w {refused}, or set XDG_CACHE_HOME to a folder of yours."
    )
    folder = tempfile.mkdtemp(prefix="parlour-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return Path(folder)


_reported: list[OSError] = []


def report_unwritable(error: OSError) -> None:
    """Says that nothing can be cached, once in a process."""
    if not _reported:
        warn(f"Note: the cache cannot be written ({reason(error)}), so Parlour works without it.")
    _reported.append(error)


def module_name(title: str, text: str) -> str:
    return f"parlour_{title.replace('-', '_').replace('.', '_')}_{hashlib.sha256(text.encode()).hexdigest()[:16]}"


_loading = RLock()  # two threads may ask for the same module
_modules: list[str] = []


def load_module(title: str, text: str) -> ModuleType:
    """The text as a module, from a file in the cache; from memory if the cache cannot be written."""
    name = module_name(title, text)
    with _loading:
        if name in sys.modules:
            return sys.modules[name]
        load_numba()
        module = ModuleType(name)
        try:
            module.__file__ = str(store_module(name, text))
        except OSError as error:
            report_unwritable(error)
            text, module.__file__ = text.replace("cache=True", "cache=False"), f"<{name}>"
        sys.modules[name] = module
        _modules.append(name)
        exec(compile(text, module.__file__, "exec"), module.__dict__)
        return module


def unload() -> None:
    """Forget every module that was loaded here."""
    with _loading:
        while _modules:
            del sys.modules[_modules.pop()]


@cache
def load_numba() -> None:
    """Loads all of Numba. Interrupted in the middle, it would not work again in this process, so Ctrl-C waits."""
    with delay_ctrl_c():
        from numba import njit

        njit()(lambda: None)()  # Numba loads half of itself when it compiles for the first time


@contextmanager
def delay_ctrl_c() -> Iterator[None]:
    """Lets Ctrl-C take effect at the end. Only the main thread is ever interrupted."""
    if current_thread() is not main_thread() or not callable(signal.getsignal(signal.SIGINT)):
        yield
        return
    pressed: list[int] = []
    previous = signal.signal(signal.SIGINT, lambda number, _: pressed.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, previous)
    if pressed:
        signal.raise_signal(signal.SIGINT)


def store_module(name: str, text: str) -> Path:
    """The file with this text, in a folder with room for Numba's cache. Raises OSError if that is not possible."""
    path = cache_folder() / f"{name}.py"
    check_room(path.parent)
    if not path.exists():
        write_file(path, text)
        announce_compiling()
    return path


@cache  # once in a process is enough
def announce_compiling() -> None:
    if sys.stderr and sys.stderr.isatty():
        warn("Compiling. This takes a few seconds, once per game on this machine ...")


@cache
def check_room(folder: Path) -> None:
    """Raises OSError if the folder cannot be written. Numba would fail on that only after compiling."""
    with tempfile.TemporaryFile(dir=folder) as file:
        file.write(bytes(ROOM))
