"""Figures in the pages are those that the benchmarks measured."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent


def test_the_tables_are_those_of_the_results() -> None:
    command = [sys.executable, "benchmarks/write_pages.py", "--check"]
    stale = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert stale == "", "run make figures"


def test_no_table_of_the_benchmarks_is_typed() -> None:
    text = (ROOT / "docs" / "benchmarks.md").read_text(encoding="utf-8")
    typed = re.sub(r"<!-- (\w+) -->\n.*?<!-- end of \1 -->", "", text, flags=re.DOTALL)
    assert not re.search(r"^\|", typed, re.MULTILINE)
