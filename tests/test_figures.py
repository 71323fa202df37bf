"""Figures in the pages are those that the benchmarks measured."""

from __future__ import annotations

import re
from pathlib import Path

import instances
import pytest
from tables import TABLES
from write_pages import MARKED, PAGES, filled

ROOT = Path(__file__).parent.parent


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_tables_are_those_of_the_results(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert MARKED.search(text)
    assert text == filled(text), "run make figures"


def test_every_result_is_in_a_page() -> None:
    names = {found[2] for page in PAGES for found in MARKED.finditer(page.read_text(encoding="utf-8"))}
    assert names == set(TABLES)


def test_no_table_of_the_benchmarks_is_typed() -> None:
    text = MARKED.sub("", (ROOT / "docs" / "benchmarks.md").read_text(encoding="utf-8"))
    assert not re.search(r"^\|", text, re.MULTILINE)


def test_the_instances_are_those_that_were_measured() -> None:
    assert f"<!-- instances -->\n{instances.table()}<!-- end of instances -->" in instances.PAGE.read_text(
        encoding="utf-8"
    )
