"""Finds which of several words somebody typed, or which of them resemble it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

SHORTEST = 2  # letters of a name, if it is not typed in full
LONGEST = 40  # letters that may resemble a name
FEW = 3  # names that are suggested
Meaning = TypeVar("Meaning")


def find(meanings: Mapping[str, Meaning], typed: str) -> Meaning | None:
    """The meaning of what was typed. Case does not matter, unless words with other meanings differ in nothing else."""
    if typed in meanings:
        return meanings[typed]
    alike = [meaning for word, meaning in meanings.items() if folded(word) == folded(typed)]
    return alike[0] if alike and all(meaning == alike[0] for meaning in alike) else None


def begin_like(meanings: Mapping[str, Meaning], typed: str) -> dict[str, Meaning]:
    """The words that begin with what was typed, one for each meaning."""
    found: dict[str, Meaning] = {}
    for word, meaning in meanings.items():
        if len(typed) >= SHORTEST and folded(word).startswith(folded(typed)) and meaning not in found.values():
            found[word] = meaning
    return found


def suggestion(meanings: Mapping[str, object], typed: str) -> str:
    """`Did you mean hard?`; empty if nothing resembles what was typed."""
    from difflib import get_close_matches  # not at the top: few people need it

    if typed.isdecimal() or len(typed) > LONGEST:
        return ""
    found = list(begin_like(meanings, typed))
    if not found:
        words = {folded(word): word for word in reversed(list(meanings))}  # of those that begin alike, the first counts
        words = {word.split()[0]: full for word, full in words.items() if len(word.split()) == 2} | words
        found = [words[near] for near in get_close_matches(folded(typed), words, n=1)]
    return f"Did you mean {' or '.join(found)}?" if 1 <= len(found) <= FEW else ""


def folded(text: str) -> str:
    return " ".join(text.casefold().split())
