"""Modules of compiled code are announced once, and loaded completely or not at all."""

from __future__ import annotations

import io
import sys
from pathlib import Path
from typing import Any

import pytest

from parlour.fast import user_cache
from parlour.fast.user_cache import loaded


def test_compiling_is_announced_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stream = io.StringIO()
    monkeypatch.setattr(stream, "isatty", lambda: True)
    monkeypatch.setattr(sys, "stderr", stream)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    user_cache.announce_compiling.cache_clear()
    loaded("first", "value = 1\n")
    loaded("second", "value = 2\n")
    assert stream.getvalue() == "Compiling. This takes a few seconds, once per game on this machine ...\n"


def test_a_module_that_was_interrupted_while_loading_can_be_loaded_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    text = "import os\nif os.environ.pop('INTERRUPT', ''):\n    raise KeyboardInterrupt\nvalue = 3\n"
    monkeypatch.setenv("INTERRUPT", "1")
    with pytest.raises(KeyboardInterrupt):
        loaded("interrupted", text)
    module: Any = loaded("interrupted", text)
    assert module.value == 3
