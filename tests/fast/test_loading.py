"""Modules of compiled code are announced once, and loaded completely or not at all."""

from __future__ import annotations

import io
import signal
import sys
from pathlib import Path
from typing import Any

import pytest

from parlour.fast import user_cache
from parlour.fast.user_cache import load_module


def test_compiling_is_announced_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stream = io.StringIO()
    monkeypatch.setattr(stream, "isatty", lambda: True)
    monkeypatch.setattr(sys, "stderr", stream)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    user_cache.announce_compiling.cache_clear()
    load_module("first", "value = 1\n")
    load_module("second", "value = 2\n")
    assert stream.getvalue() == "Compiling. This takes a few seconds, once per game on this machine ...\n"


def test_modules_that_were_interrupted_are_loaded_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    text = "import os\nif os.environ.pop('INTERRUPT', ''):\n    raise KeyboardInterrupt\nvalue = 3\n"
    monkeypatch.setenv("INTERRUPT", "1")
    with pytest.raises(KeyboardInterrupt):
        load_module("interrupted", text)
    monkeypatch.setattr(user_cache, "_modules", user_cache._modules[-1:])  # leave those of other tests alone
    user_cache.unload()
    module: Any = load_module("interrupted", text)
    assert module.value == 3


def test_ctrl_c_waits_until_numba_is_loaded() -> None:
    done = []

    def load() -> None:
        with user_cache.delay_ctrl_c():
            signal.raise_signal(signal.SIGINT)
            done.append("everything")

    previous = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            load()
        assert done
        assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    finally:
        signal.signal(signal.SIGINT, previous)
