"""Every test saves matches in a folder of its own, and passes on a busy machine and in the background."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from numba.core.dispatcher import Dispatcher

# How long an example takes depends on what else the machine is doing.
settings.register_profile("parlour", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("parlour")


def pytest_xdist_auto_num_workers() -> int:
    """More workers than cores, because the tests of terminals and servers wait more than they calculate."""
    cores = os.cpu_count() or 1
    return cores + cores // 2


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder where matches are saved by default."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path / "state" / "parlour"


@pytest.fixture(autouse=True)
def _untraced(request: pytest.FixtureRequest) -> Iterator[None]:
    """Coverage follows every line, which makes a long loop four times as slow."""
    if not request.node.get_closest_marker("untraced"):
        yield
        return
    trace = sys.gettrace()
    sys.settrace(None)
    yield
    sys.settrace(trace)


@pytest.fixture(autouse=True, scope="session")
def _programs_get_signals() -> None:
    """`nohup`, cron and some CI systems ignore signals, and every program that a test starts would ignore them too.

    A handler that does nothing is not passed on: programs start with the default, while the tests go on ignoring them.
    """
    for number in (signal.SIGINT, signal.SIGHUP, signal.SIGQUIT):
        if signal.getsignal(number) is signal.SIG_IGN:
            signal.signal(number, lambda *_: None)


@pytest.fixture(autouse=True, scope="session")
def _the_compiler_is_not_traced() -> Iterator[None]:
    """Coverage leaves Numba out, but following every line of it would make compiling half as slow again."""
    compile_function = Dispatcher.compile

    def untraced(self: Any, *arguments: Any) -> Any:
        trace = sys.gettrace()
        sys.settrace(None)
        try:
            return compile_function(self, *arguments)
        finally:
            sys.settrace(trace)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Dispatcher, "compile", untraced)
        yield
