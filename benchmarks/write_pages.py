"""Writes the tables of README.md and docs/benchmarks.md from what the benchmarks measured (benchmarks/results).

    make figures
    python benchmarks/write_pages.py --check    # names the pages that it would change, and writes nothing

A table stands between the lines <!-- NAME --> and <!-- end of NAME -->.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

import instances
from results import read
from tables import TABLES

ROOT = Path(__file__).parents[1]
PAGES = (ROOT / "README.md", ROOT / "docs" / "benchmarks.md")
MARKED = re.compile(r"(<!-- (\w+) -->\n).*?(<!-- end of \2 -->)", re.DOTALL)


def filled(page: str) -> str:
    """The page with every table as the results give it."""

    def write(found: re.Match[str]) -> str:
        begin, name, end = found.groups()
        render, result = TABLES[name]
        return f"{begin}{render(read(result))}\n{end}"

    return MARKED.sub(write, page)


def main(check: bool) -> None:
    pages = {path: path.read_text(encoding="utf-8") for path in PAGES}
    wanted = {path: filled(text) for path, text in pages.items()}
    wanted[instances.PAGE] = instances.page()
    pages[instances.PAGE] = instances.PAGE.read_text(encoding="utf-8")
    for path, text in wanted.items():
        if text == pages[path]:
            continue
        if check:
            print(path.relative_to(ROOT))
        else:
            path.write_text(text, encoding="utf-8")
    for name in TABLES.keys() - {found[2] for text in pages.values() for found in MARKED.finditer(text)}:
        print(f"no page has the table {name}")


if __name__ == "__main__":
    main("--check" in sys.argv)
