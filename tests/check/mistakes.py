"""What a mistake in a game is, for the tests."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class Mistake(NamedTuple):
    name: str
    template: str
    file: str
    old: str  # this text in the file
    new: str  # is replaced by this one
    check: str  # the check that must fail
    sentence: str  # a part of its message
    state: Mapping[str, int | str] | None = None  # the state that it must show
    actions: tuple[int, int] | None = None
    rules: Mapping[str, int] | None = None


START = {"stones": 21, "turn": 1, "winner": 0}  # of the template for turns
