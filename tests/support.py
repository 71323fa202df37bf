"""Helpers that several tests share: all games, random variants, positions reached by random play, and typed input."""

from __future__ import annotations

import io
import sys
from typing import Any

import pytest
from hypothesis import strategies as st

import parlour
from parlour.games.catalogue import OURS
from parlour.games.contract import State
from parlour.games.game import Game
from parlour.games.line import Choices
from parlour.match.match import Match

__all__ = ["ALL", "OURS", "SIXTH", "matches", "played", "state_of", "typed", "variants", "with_file"]

ALL = parlour.game_names()
SIXTH = "odds-and-evens"


def with_file(name: str) -> list[str]:
    """Our games that have an optional file."""
    return [each for each in OURS if (parlour.game(each).folder / name).is_file()]


@st.composite
def variants(draw: st.DrawFn, name: str | None = None) -> Game:
    """A game with random legal parameters, small enough to finish."""
    chosen = name or draw(st.sampled_from(ALL))
    allowed = parlour.game(chosen).allowed_rules()
    rules: dict[str, Any] = {}
    for field, limits in allowed.items():
        if isinstance(limits[0], str):
            rules[field] = draw(st.sampled_from(limits))
        else:
            rules[field] = draw(st.integers(limits[0], min(12, int(limits[1]))))
    return parlour.game(chosen, **rules)


@st.composite
def matches(draw: st.DrawFn, name: str | None = None, most: int = 40) -> Match:
    """A match after some random turns, finished or not."""
    match = Match(draw(variants(name)), ("human", "random"), draw(st.integers(0, 2**32)))
    for _ in range(draw(st.integers(0, most))):
        for player in match.to_act:
            match.choose(player, draw(st.sampled_from(match.view(player).actions)))
    return match


def state_of(game: Game, **changes: int) -> State:
    """The start of a game with some fields changed."""
    state: Any = game.start()
    changed: State = state._replace(**changes)
    return changed


def played(game: Game, *turns: int | Choices) -> Match:
    """A match after these turns: the action of the one player to act, or a tuple of choices."""
    match = Match(game)
    for turn in turns:
        match.play(*(turn if isinstance(turn, tuple) else (turn,)))
    return match


def typed(monkeypatch: pytest.MonkeyPatch, text: str | bytes) -> None:
    """Let the program read this instead of the keyboard."""
    data = text if isinstance(text, bytes) else text.encode()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
