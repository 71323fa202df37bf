"""The house is in order: names mean one thing, imports go one way, folders show their parts."""

from __future__ import annotations

import ast
import re
from collections import Counter, defaultdict
from functools import cache
from pathlib import Path

import list_files

import parlour

PACKAGE = Path(parlour.__file__).parent
TEMPLATES = PACKAGE / "games" / "templates"  # copied into new games, never imported
MOST_FILES = 15  # in a folder; more need named parts

FILES = sorted(path for path in PACKAGE.rglob("*.py") if TEMPLATES not in path.parents)


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def module_name(path: Path) -> str:
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {module_name(path): path for path in FILES}


def imports(path: Path) -> set[str]:
    """The modules of Parlour that a file imports, wherever in the file it does so."""
    found = set()
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Import):
            found |= {each.name for each in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            inner = {f"{node.module}.{each.name}" for each in node.names}
            found |= {name if name in MODULES else node.module for name in inner}
    return (found & set(MODULES)) - {module_name(path)}


def test_a_class_name_stands_for_one_thing() -> None:
    names = Counter(
        node.name
        for path in FILES
        if path.name != "rules.py"  # every game has its own `Rules` and `State`
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.ClassDef)
    )
    assert [name for name, times in names.items() if times > 1] == []


def test_imports_never_go_in_circles() -> None:
    graph = {name: imports(path) for name, path in MODULES.items()}
    size = -1
    while size != len(graph):  # modules that import nothing, or that nothing imports, are in no circle
        size, used = len(graph), set().union(*graph.values())
        graph = {name: targets & set(graph) for name, targets in graph.items() if name in used}
        graph = {name: targets for name, targets in graph.items() if targets}
    assert graph == {}


def test_a_folder_shows_its_parts() -> None:
    folders: dict[str, int] = defaultdict(int)
    for path in FILES:
        if path.name != "__init__.py":
            folders[str(path.parent.relative_to(PACKAGE))] += 1
    assert {folder: files for folder, files in folders.items() if files > MOST_FILES} == {}


def test_the_list_of_files_is_true() -> None:
    assert list_files.PAGE.read_text(encoding="utf-8") == list_files.page(), "run python tools/list_files.py"


def test_every_folder_says_what_lives_there() -> None:
    without = [
        name for name, path in MODULES.items() if path.name == "__init__.py" and not ast.get_docstring(tree_of(path))
    ]
    assert without == []


# Words that we have replaced (docs/reference/glossary.md). "Decision process" is the term of the textbooks.
REFUSES_OLD_REQUESTS = {"contents.py", "review.js"}  # and therefore names what they had
OLD_WORDS = re.compile(
    r"\bdecisions?\b(?! process)(?!s/00)|gave away|give[sn]? (nothing )?away|given_away", re.IGNORECASE
)
# A choice is called a move only where the rulebook does so.
MOVES = re.compile(r"\b(first|best|last|next|legal|illegal|bad)[ _]?moves?\b|\bto move\b|--moves", re.IGNORECASE)
WITH_MOVES = {
    path.parent for path in PACKAGE.rglob("RULES.md") if re.search(r"\bmoves?\b", path.read_text(encoding="utf-8"))
}


def test_one_word_for_one_thing() -> None:
    found = []
    for path in [*FILES, *sorted((PACKAGE / "server" / "page").rglob("*.js"))]:
        if path.name in REFUSES_OLD_REQUESTS:
            continue
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
            old = OLD_WORDS.search(line.replace("decision_process", "").replace("docs/explanation/decisions", ""))
            if old or (MOVES.search(line) and path.parent not in WITH_MOVES):
                found.append(f"{path.relative_to(PACKAGE)}:{number}: {line.strip()[:90]}")
    assert found == []
