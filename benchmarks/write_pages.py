"""Writes the tables of README.md and docs/benchmarks.md from what the benchmarks measured (benchmarks/results).

    make figures

A table stands between the lines <!-- NAME --> and <!-- end of NAME -->.
"""

from __future__ import annotations

import re
from pathlib import Path

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


def main() -> None:
    for path in PAGES:
        path.write_text(filled(path.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
