"""Texts of players and models in Markdown: they can neither format nor link anything."""

from __future__ import annotations

import re

SPECIAL = re.compile(r"[\\`*_\[\]#!|~$]")  # each of them can mean something in Markdown
BEGINNING = re.compile(r"^([-+=]|[0-9]+(?=[.)]))")  # a list, or a line under a heading
ENTITIES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", "@": "&#64;"}  # HTML and addresses
LINKS = re.compile(r":(?=//)|(?<=www)\.", re.IGNORECASE)  # some sites make links of these


def escaped(text: object) -> str:
    """A text that Markdown shows as it is, in one line, after something else in that line."""
    line = SPECIAL.sub(r"\\\g<0>", " ".join(str(text).split()))
    line = "".join(ENTITIES.get(character, character) for character in line)
    return LINKS.sub(lambda found: f"&#{ord(found[0])};", line)


def paragraph(text: str) -> tuple[str, str]:
    """The same, where a line begins."""
    return BEGINNING.sub(lambda found: f"&#{ord(found[0][0])};{found[0][1:]}", escaped(text)), ""
