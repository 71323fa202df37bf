"""`make quick` finds the tests of what changed, and stops in time."""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import chain
from pathlib import Path

import pytest
import quick_tests
from quick_tests import ALWAYS, ROOT, module_name


def closest(*changed: str) -> list[str]:
    return quick_tests.tests_of(changed)[len(ALWAYS) :]


def test_the_tests_of_the_whole_repository_always_run_first() -> None:
    assert quick_tests.tests_of([]) == quick_tests.tests_of(["Makefile"]) == sorted(ALWAYS)
    assert quick_tests.tests_of(["tests/test_storage.py"]) == [*sorted(ALWAYS), "tests/test_storage.py"]


def test_the_test_file_with_the_same_name_comes_before_those_that_import_the_file() -> None:
    found = closest("src/parlour/arena/statistics/intervals.py")
    assert found[0] == "tests/arena/statistics/test_intervals.py"
    assert set(found) > set(importers := quick_tests.importing(Path("src/parlour/arena/statistics/intervals.py")))
    assert len(importers) > 1


@pytest.mark.parametrize(
    ("changed", "test"),
    [
        ("src/parlour/storage.py", "tests/attacks/test_secrets_at_the_terminal.py"),  # imports it
        ("src/parlour/fast/kernels/batch.py", "tests/fast/test_batch.py"),
        ("src/parlour/games/tower_siege/rules.py", "tests/rulebooks/test_rulings.py"),
        ("src/parlour/server/page/parts/board.js", "tests/browser/test_pages.py"),
        ("tests/browser/tabs.py", "tests/attacks/server/test_in_a_browser.py"),
        ("tests/server/serving.py", "tests/attacks/server/test_floods.py"),
        ("tools/quick_tests.py", "tests/tools/test_quick_tests.py"),
        ("examples/self_play.py", "tests/envs/test_examples.py"),
        ("README.md", "README.md"),
    ],
)
def test_tests_far_from_a_file_are_found(changed: str, test: str) -> None:
    assert test in closest(changed)


def test_what_was_removed_is_no_test() -> None:
    assert closest("tests/match/test_removed.py", "docs/removed.md") == []


def test_folders_with_other_names_exist() -> None:
    for place in [*ALWAYS, *quick_tests.ELSEWHERE, *chain.from_iterable(quick_tests.ELSEWHERE.values())]:
        assert (ROOT / place).exists(), place


def test_modules_are_named_as_they_are_imported() -> None:
    assert module_name(Path("src/parlour/match/__init__.py")) == "parlour.match"
    assert module_name(Path("tests/server/serving.py")) == "server.serving"


def test_late_tests_are_named_instead_of_run(tmp_path: Path) -> None:
    (tmp_path / "test_late.py").write_text("def test_one():\n    assert False\n\n\ndef test_two():\n    assert False\n")
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-p",
        "quick_tests",
        "-p",
        "no:cacheprovider",
        "--rootdir",
        str(tmp_path),
    ]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "tools"), quick_tests.DEADLINE: "0"}
    done = subprocess.run(
        [*command, "-c", os.devnull, str(tmp_path)], env=environment, capture_output=True, text=True, cwd=tmp_path
    )
    assert done.returncode == 0, done.stdout
    assert "2 tests were not run" in done.stdout
    assert "test_late.py: 2" in done.stdout
