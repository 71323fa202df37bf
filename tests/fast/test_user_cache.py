"""Compiled code works without a cache that can be written."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import pytest

import parlour
from parlour.fast import user_cache
from parlour.fast.user_cache import cache_folder, load_module
from parlour.solver.solution_files import solution_file
from parlour.terminal.matches.review_cache import cache_file

TEXT = "from numba import njit\n\n@njit(cache=True, nogil=True)\ndef doubled(x):\n    return 2 * x\n"


@pytest.fixture(autouse=True)
def fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(user_cache, "_reported", [])
    user_cache.check_room.cache_clear()
    user_cache.temporary_folder.cache_clear()


def compiled(case: str) -> Any:
    return load_module(case, f"{TEXT}# {case} {os.getpid()}\n")


def test_a_module_is_kept_in_the_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    module = compiled("kept")
    assert module.doubled(4) == 8
    assert module is compiled("kept") is sys.modules[module.__name__]
    assert (tmp_path / "parlour" / f"{module.__name__}.py").exists()
    assert list((tmp_path / "parlour" / "__pycache__").glob("*.nbc"))


@pytest.mark.parametrize(
    ("problem", "reason"),
    [
        ("in the way", "Not a directory"),
        ("read-only", "Read-only file system"),
        ("full", "No space left on device"),
        ("no home", "there is no home folder"),
    ],
)
def test_without_a_cache_code_is_compiled_in_memory(
    problem: str, reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", "" if problem == "no home" else str(tmp_path / "home"))
    if problem == "in the way":
        (tmp_path / "home").write_text("a file")
    elif problem == "no home":
        monkeypatch.setattr(Path, "home", fail_with(RuntimeError("could not determine home directory")))
    else:
        number = errno.EROFS if problem == "read-only" else errno.ENOSPC
        monkeypatch.setattr(tempfile, "TemporaryFile", fail_with(OSError(number, os.strerror(number))))
    assert compiled(problem).doubled(4) == 8
    assert compiled(f"{problem} again").doubled(5) == 10
    message = f"Note: the cache cannot be written ({reason}), so Parlour works without it.\n"
    assert capsys.readouterr().err == message  # once
    assert not list(tmp_path.glob("home/parlour/*"))


@pytest.mark.parametrize("mode", [0o775, 0o757, 0o777, 0o755])
def test_a_cache_that_another_user_can_fill_is_not_trusted(
    mode: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    folder = cache_folder()
    assert folder.stat().st_mode & 0o777 == 0o700
    folder.chmod(mode)
    if mode == 0o755:
        monkeypatch.setattr(os, "getuid", lambda: folder.stat().st_uid + 1)
    module = compiled(f"mode {mode}")
    assert module.doubled(4) == 8
    temporary = cache_folder()
    assert Path(str(module.__file__)).parent == temporary != folder
    assert solution_file(parlour.game("resource-war"), 1e-9).is_relative_to(temporary)
    assert cache_file().parent == temporary
    assert temporary.stat().st_mode & 0o777 == 0o700
    assert not list(folder.iterdir())
    (line,) = capsys.readouterr().err.splitlines()  # once
    assert line.startswith(f"Note: another user owns {folder} or may write to it, so Parlour uses a temporary cache.")


def test_a_temporary_cache_goes_with_its_process(tmp_path: Path) -> None:
    (tmp_path / "cache" / "parlour").mkdir(parents=True)
    (tmp_path / "cache" / "parlour").chmod(0o777)
    (tmp_path / "temporary").mkdir()
    environment = {**os.environ, "XDG_CACHE_HOME": str(tmp_path / "cache"), "TMPDIR": str(tmp_path / "temporary")}
    program = "from parlour.fast.user_cache import cache_folder; print((cache_folder() / 'x').write_text('x'))"
    done = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout == "1\n"
    assert not list((tmp_path / "temporary").iterdir())


def fail_with(error: Exception) -> Any:
    def fail(*_: Any, **__: Any) -> Any:
        raise error

    return fail


def test_the_cache_is_where_the_user_wants_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache_folder() == tmp_path / "parlour"
    monkeypatch.setenv("XDG_CACHE_HOME", "not/absolute")
    assert cache_folder() == Path.home() / ".cache" / "parlour"
