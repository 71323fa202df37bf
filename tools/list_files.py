"""Writes docs/files.md: every source file with its first sentence.

python tools/list_files.py
"""

from __future__ import annotations

import ast
from itertools import groupby
from pathlib import Path

import parlour

PACKAGE = Path(parlour.__file__).parent
PAGE = Path(__file__).parent.parent / "docs" / "files.md"
GAMES = PACKAGE / "games"
INTRODUCTION = """\
# Files

Every source file and its first sentence, written by `python tools/list_files.py`. [Architecture](architecture.md)
explains how they work together. The folder of each game has [the same files](architecture.md#a-games-folder).
"""


def main() -> None:
    PAGE.write_text(page(), encoding="utf-8")


def page() -> str:
    files = [path for path in sorted(PACKAGE.rglob("*.py"), key=in_order) if path.parent.parent != GAMES]
    parts = [INTRODUCTION]
    for folder, inside in groupby(files, lambda path: path.parent):
        if folder != GAMES / "templates" and GAMES / "templates" not in folder.parents:
            rows = [f"| `{path.name}` | {sentence(path)} |" for path in inside if path.name != "__init__.py"]
            if rows:
                title = folder.relative_to(PACKAGE.parent).as_posix()
                parts.append(
                    "\n".join([f"## {title}/\n", sentence(folder / "__init__.py"), "", "| | |", "|---|---|", *rows, ""])
                )
    return "\n".join(parts)


def in_order(path: Path) -> tuple[str, str]:
    """The files of a folder stand together, before those of its parts."""
    return path.parent.as_posix(), path.name


def sentence(path: Path) -> str:
    """The first paragraph of what a file says of itself."""
    text = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    return " ".join(text.partition("\n\n")[0].split()).replace("|", "\\|")


if __name__ == "__main__":
    main()
