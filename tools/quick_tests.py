"""Runs the tests of what changed, the closest first, for at most 45 seconds: `make quick` calls it.

Changed is what differs from the branch `main`, or on `main` itself from the last commit; if nothing does, what the
last commit changed. The tests of a file are the test file with its name, those that import it, and those in the folder
of its name. Everything else that could break is left to `make test`.
"""

from __future__ import annotations

import ast
import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SECONDS = 45
DEADLINE = "PARLOUR_QUICK_DEADLINE"
TIME_IS_UP = "there was no time left"
ALWAYS = ["tests/test_structure.py", "tests/test_documents.py"]

# Tests in folders that have another name than what they test.
ELSEWHERE = {
    "examples": ["tests/envs/test_examples.py", "tests/examples"],
    "src/parlour/games": ["tests/games", "tests/rulebooks", "tests/golden"],
    "src/parlour/server/page": ["tests/browser"],
    "requirements.txt": ["tests/test_dependencies.py"],
    "pyproject.toml": ["tests/test_dependencies.py"],
}


def main() -> int:
    os.chdir(ROOT)
    changed, what = changed_files(), "differ from main"
    if not changed:
        changed, what = git("diff", "--name-only", "HEAD~1", "HEAD"), "changed in the last commit"
    paths = tests_of(changed)
    print(f"{len(changed)} files {what}, with tests in {len(paths)} files")
    os.environ[DEADLINE] = str(time.time() + SECONDS)
    options = ["-p", "quick_tests", "-p", "no:cacheprovider", "-q", "--no-header", "-m", "not alone"]
    parallel = ["-n", "auto", "--dist", "load"] if len(paths) > len(ALWAYS) + 1 else []
    return int(pytest.main([*options, *parallel, *paths]))


def git(*arguments: str) -> list[str]:
    found = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=False)
    return found.stdout.splitlines()


def changed_files() -> list[str]:
    base = [*git("merge-base", "HEAD", "main"), "HEAD"][0]
    new = git("ls-files", "--others", "--exclude-standard")
    return sorted({*git("diff", "--name-only", base), *new})


def tests_of(changed: Iterable[str]) -> list[str]:
    """Test files and documents with examples, the closest to the changes first."""
    found = dict[str, int]()
    for path in map(Path, changed):
        for closeness, tests in enumerate((same_name(path), importing(path), in_its_folder(path))):
            for test in tests:
                found[test] = min(closeness, found.get(test, closeness))
    for test in ALWAYS:
        found[test] = -1
    return sorted(found, key=lambda test: (found[test], test))


def same_name(path: Path) -> list[str]:
    """The test file, or the document, itself; and the test file of the same name."""
    if path.suffix == ".md" and path.parts[0] != "src" and (ROOT / path).exists():
        return [str(path)]
    if path.name.startswith("test_"):
        return [str(path)] if (ROOT / path).exists() else []
    return [test for test in test_files() if test.endswith(f"/test_{path.stem}.py") and is_close(path, test)]


def is_close(path: Path, test: str) -> bool:
    """Whether a test file is where the tests of this file belong."""
    return any(test.startswith(f"{folder}/") for folder in folders(path))


def folders(path: Path) -> list[str]:
    """Where the tests of a file belong: in the folder of the same name, or else of the nearest one."""
    for place in (path, *path.parents):
        if str(place) in ELSEWHERE:
            return ELSEWHERE[str(place)]
    if path.parts[:2] != ("src", "parlour"):
        return []
    inner = Path("tests") / path.relative_to("src/parlour").parent
    return [str(next(place for place in (inner, *inner.parents) if (ROOT / place).is_dir()))]


def in_its_folder(path: Path) -> list[str]:
    places = [place for place in folders(path) if place != "tests"]
    return [test for test in test_files() if any(test == place or test.startswith(f"{place}/") for place in places)]


def importing(path: Path) -> list[str]:
    """The test files that import a file, also through helpers of the tests."""
    if path.suffix != ".py":
        return []
    wanted, done = {module_name(path)}, set[str]()
    while wanted - done:
        done |= wanted
        wanted |= {module_name(Path(file)) for file, names in helpers().items() if names & wanted}
    return [test for test in test_files() if imports(test) & wanted]


def module_name(path: Path) -> str:
    parts = path.with_suffix("").parts[1:]  # without src, tests or tools
    return ".".join(parts[:-1] if parts[-1:] == ("__init__",) else parts)


@cache
def test_files() -> list[str]:
    return sorted(str(path.relative_to(ROOT)) for path in (ROOT / "tests").rglob("test_*.py"))


@cache
def helpers() -> dict[str, set[str]]:
    files = [str(path.relative_to(ROOT)) for path in (ROOT / "tests").rglob("*.py")]
    return {file: imports(file) for file in files if not Path(file).name.startswith("test_")}


@cache
def imports(file: str) -> set[str]:
    """The names of all modules that a file imports."""
    found = set[str]()
    for node in ast.walk(ast.parse((ROOT / file).read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {each.name for each in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{each.name}" for each in node.names)}
    return found


# As a plugin of pytest


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup() -> None:
    if time.time() > float(os.environ[DEADLINE]):
        pytest.skip(TIME_IS_UP)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    late = [each for each in terminalreporter.getreports("skipped") if TIME_IS_UP in each.longreprtext]
    if late:
        terminalreporter.section(f"{len(late)} tests were not run after {SECONDS} seconds; make test runs all")
        for file, times in Counter(each.nodeid.partition("::")[0] for each in late).items():
            terminalreporter.write_line(f"{file}: {times}")


if __name__ == "__main__":
    sys.exit(main())
