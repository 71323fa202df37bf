"""Writes docs/reference/files.md: every file of Python and of the page with its first sentence.

python tools/list_files.py
"""

from __future__ import annotations

import ast
from itertools import groupby, takewhile
from pathlib import Path

import parlour

PACKAGE = Path(parlour.__file__).parent
PAGE = Path(__file__).parent.parent / "docs" / "reference" / "files.md"
ELSEWHERE = ("templates", "vendor")  # folders of small games to copy, and of other people's code
INTRODUCTION = """\
# Files

Every file of Python and of the page with its first sentence, written by `python tools/list_files.py`.
[Architecture](../explanation/architecture.md) explains how they work together. The folder of each game has
[the same files](../explanation/architecture.md#a-games-folder).
"""


def main() -> None:
    PAGE.write_text(page(), encoding="utf-8")


def page() -> str:
    files = [path for kind in ("*.py", "*.js") for path in PACKAGE.rglob(kind) if is_listed(path)]
    files.sort(key=lambda path: (path.parent.as_posix(), path.name))
    parts = [INTRODUCTION]
    for folder, inside in groupby(files, lambda path: path.parent):
        title = folder.relative_to(PACKAGE.parent).as_posix()
        rows = [f"| `{path.name}` | {sentence(path)} |" for path in inside]
        about = folder / "__init__.py"
        said = [sentence(about), ""] if about.exists() else []
        parts.append("\n".join([f"## {title}/", "", *said, "| | |", "|---|---|", *rows, ""]))
    return "\n".join(parts)


def is_listed(path: Path) -> bool:
    of_a_game = path.parent.parent == PACKAGE / "games"
    return not of_a_game and path.name != "__init__.py" and not any(part in ELSEWHERE for part in path.parts)


def sentence(path: Path) -> str:
    """The first paragraph of what a file says of itself."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        first = (ast.get_docstring(ast.parse(text)) or "").partition("\n\n")[0]
    else:
        first = "\n".join(line[2:] for line in takewhile(lambda line: line.startswith("//"), text.splitlines()))
    return " ".join(first.split()).replace("|", "\\|")


if __name__ == "__main__":
    main()
