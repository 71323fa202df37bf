"""RULES.md as plain data."""

from __future__ import annotations

from typing import Any

import httpx2
import pytest
from server.serving import Live
from support import ALL

import parlour
from parlour.server.http.games import blocks

BLOCKS = {"h1", "h2", "h3", "h4", "p", "ul", "ol", "li", "pre", "blockquote", "hr"}
TAGS = BLOCKS | {"table", "thead", "tbody", "tr", "th", "td", "strong", "em", "code", "a"}


def test_elements_and_text() -> None:
    assert blocks("# Title\n\nOne **bold** `code`\nline.\n\n- item\n") == [
        {"tag": "h1", "children": ["Title"]},
        {
            "tag": "p",
            "children": [
                "One ",
                {"tag": "strong", "children": ["bold"]},
                " ",
                {"tag": "code", "children": ["code"]},
                " ",
                "line.",
            ],
        },
        {"tag": "ul", "children": [{"tag": "li", "children": [{"tag": "p", "children": ["item"]}]}]},
    ]


def test_html_stays_text() -> None:
    [paragraph] = blocks("<script>alert(1)</script>")
    assert "".join(paragraph["children"]) == "<script>alert(1)</script>"


@pytest.mark.parametrize("name", ALL)
def test_every_rulebook_has_only_elements_that_the_page_draws(name: str) -> None:
    def visit(node: Any) -> None:
        if isinstance(node, str):
            return
        assert set(node) == {"tag", "children"}
        assert node["tag"] in TAGS
        for child in node["children"]:
            visit(child)

    found = blocks(parlour.game(name).rulebook())
    assert found
    for node in found:
        visit(node)


def test_a_game_has_one_address(shared: Live) -> None:
    """Every other spelling would be kept, too."""
    with httpx2.Client(base_url=shared.url, verify=False) as http:
        assert http.get("/api/games/tower-siege").json()["rulebook"]
        for name in ("tower-siege%20", "Tower-Siege", "tower_siege", "nothing"):
            assert http.get(f"/api/games/{name}").status_code == 404
