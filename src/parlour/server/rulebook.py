"""RULES.md as plain data, so that a page can show it without turning text into HTML."""

from __future__ import annotations

from typing import Any

from markdown_it import MarkdownIt
from markdown_it.token import Token


def blocks(text: str) -> list[dict[str, Any]]:
    """A tree of elements: `{"tag": "p", "children": ["Each player ", {"tag": "strong", "children": ["bids"]}]}`."""
    root: dict[str, Any] = {"children": []}
    path = [root]
    for token in MarkdownIt("commonmark", {"html": False}).enable("table").parse(text):
        add(path, token)
    children: list[dict[str, Any]] = root["children"]
    return children


def add(path: list[dict[str, Any]], token: Token) -> None:
    if token.type == "inline":
        for child in token.children or []:
            add(path, child)
    elif token.nesting == 1:
        element: dict[str, Any] = {"tag": token.tag, "children": []}
        path[-1]["children"].append(element)
        path.append(element)
    elif token.nesting == -1:
        path.pop()
    elif token.type in ("fence", "code_block"):
        path[-1]["children"].append({"tag": "pre", "children": [token.content]})
    elif token.type == "code_inline":
        path[-1]["children"].append({"tag": "code", "children": [token.content]})
    elif token.type in ("softbreak", "hardbreak"):
        path[-1]["children"].append(" ")
    elif token.content:
        path[-1]["children"].append(token.content)
