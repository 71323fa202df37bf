"""Every test saves matches in a folder of its own, and passes on a busy machine and in the background."""

from __future__ import annotations

import gc
import os
import signal
import sys
import threading
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from numba.core.dispatcher import Dispatcher

TESTS = Path(__file__).parent

# How long an example takes depends on what else the machine is doing.
settings.register_profile("parlour", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("parlour")


def pytest_xdist_auto_num_workers() -> int:
    """More workers than cores, because the tests of terminals and servers wait more than they calculate."""
    return (os.cpu_count() or 1) + 2


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder where matches are saved by default."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path / "state" / "parlour"


def pytest_collection_finish() -> None:
    """What is imported until now stays: looking for garbage in it takes half a second, each time."""
    gc.collect()
    gc.freeze()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Attacks, browsers and documents are outsiders: the tests beside the code cover what they use."""
    for item in items:
        if item.path.suffix == ".md" or any(
            item.path.is_relative_to(TESTS / folder) for folder in ("attacks", "browser")
        ):
            item.add_marker("untraced")
    places = spread(dict.fromkeys(item.path for item in items))
    items.sort(key=lambda item: (item.path.parent != TESTS / "tools", places[item.path]))  # the longest tests first


def spread(files: Iterable[Path]) -> dict[Path, float]:
    """The place of every file, with those of each folder spread over the whole run.

    Every worker begins with a part of the list. Tests of browsers and servers mostly wait, so each part needs others.
    """
    folders: defaultdict[tuple[str, ...], list[Path]] = defaultdict(list)
    for path in files:
        folders[path.relative_to(TESTS.parent).parts[:2]].append(path)
    return {path: (place + 0.5) / len(paths) for paths in folders.values() for place, path in enumerate(paths)}


@pytest.fixture(autouse=True)
def _unmeasured_programs(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """A program that measures its own coverage takes 0.2 seconds longer to start. Most do what other tests cover."""
    if not any(request.path.is_relative_to(TESTS / folder) for folder in ("cli", "terminal")):
        monkeypatch.delenv("COVERAGE_PROCESS_CONFIG", raising=False)


@pytest.fixture(autouse=True)
def _untraced(request: pytest.FixtureRequest) -> Iterator[None]:
    """Coverage follows every line, which makes a long loop four times as slow."""
    if not request.node.get_closest_marker("untraced"):
        yield
        return
    trace, in_threads = sys.gettrace(), threading.gettrace()
    sys.settrace(None)
    threading.settrace(None)
    yield
    sys.settrace(trace)
    threading.settrace(in_threads)


@pytest.fixture(autouse=True, scope="session")
def _programs_get_signals() -> None:
    """`nohup`, cron and some CI systems ignore signals, and every program that a test starts would ignore them too.

    A handler that does nothing is not passed on: programs start with the default, while the tests go on ignoring them.
    """
    for name in ("SIGINT", "SIGHUP", "SIGQUIT"):  # Windows has only the first
        number = getattr(signal, name, signal.SIGINT)
        if signal.getsignal(number) is signal.SIG_IGN:
            signal.signal(number, lambda *_: None)


@pytest.fixture(autouse=True, scope="session")
def _the_compiler_is_not_traced() -> Iterator[None]:
    """Coverage leaves Numba out, but following every line of it would make compiling half as slow again.

    Looking for garbage meanwhile takes a fifth of the time, and finds little.
    """
    compile_function = Dispatcher.compile

    def untraced(self: Any, *arguments: Any) -> Any:
        trace, collects = sys.gettrace(), gc.isenabled()
        sys.settrace(None)
        gc.disable()
        try:
            return compile_function(self, *arguments)
        finally:
            sys.settrace(trace)
            if collects:  # not if one function is compiled for another
                gc.enable()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Dispatcher, "compile", untraced)
        yield
