"""Every distribution that the package imports is one that it declares."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

ROOT = Path(__file__).parent.parent


def imported() -> set[str]:
    """The top-level modules that files of the package import, anywhere in the file."""
    found: set[str] = set()
    for file in (ROOT / "src").rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                found |= {alias.name.partition(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                found.add(node.module.partition(".")[0])
    return found - set(sys.stdlib_module_names) - {"parlour"}


def plain(name: str) -> str:
    return re.split(r"[^\w.-]", name)[0].lower().replace("_", "-")


def test_every_imported_distribution_is_declared() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = [name for extra, names in project["optional-dependencies"].items() if extra != "test" for name in names]
    declared = {plain(name) for name in [*project["dependencies"], *extras]}
    known = packages_distributions()
    modules = imported()
    assert {"click", "markdown_it"} <= modules  # the search finds imports
    missing = {
        module: known[module]
        for module in modules
        if module in known and not {plain(name) for name in known[module]} & declared
    }
    assert not missing
