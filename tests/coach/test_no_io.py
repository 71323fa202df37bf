"""The coach reads and writes nothing: files, the terminal, clocks and settings come in as arguments."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import parlour.coach

MODULES = sorted(Path(parlour.coach.__file__).parent.glob("*.py"))
ALLOWED = {"__future__", "collections", "datetime", "itertools", "math", "parlour", "random", "types", "typing"}
CALLS = {"open", "print", "input", "breakpoint", "now", "today", "utcnow", "astimezone", "SystemRandom", "seed"}


def names_in(tree: ast.AST) -> Iterator[str]:
    """The packages that are imported, and the functions that are called, in a module."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (f"import {alias.name.partition('.')[0]}" for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield f"import {(node.module or '').partition('.')[0]}"
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name | ast.Attribute):
            yield f"{node.func.id if isinstance(node.func, ast.Name) else node.func.attr}()"


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.name)
def test_a_module_of_the_coach_does_no_input_or_output(path: Path) -> None:
    found = set(names_in(ast.parse(path.read_text(encoding="utf-8"))))
    imported = {name.removeprefix("import ") for name in found if name.startswith("import ")}
    assert imported <= ALLOWED
    assert not found & {f"{call}()" for call in CALLS}


def test_the_check_finds_input_and_output() -> None:
    tree = ast.parse("import os\nfrom time import time\nprint(open('x').read())\ndatetime.now()")
    assert {"import os", "import time", "print()", "open()", "now()"} <= set(names_in(tree))
