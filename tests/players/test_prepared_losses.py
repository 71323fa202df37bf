"""Losses that are calculated by compiled code, for thousands of matches, are those of the solution."""

from __future__ import annotations

from functools import lru_cache

import pytest
from support import OURS

import parlour
from parlour.players import Careless, play_match
from parlour.solver import memory
from parlour.solver.memory import solution_of

SMALL = {"token-showdown": {"tokens": 12, "points": 3}, "tower-siege": {"tower": 4, "cards": 3}}


@pytest.mark.parametrize("name", OURS)
def test_prepared_losses_are_the_same(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "_kept", lru_cache(lambda _: memory.Kept()))
    game = parlour.game(name, **SMALL.get(name, {}))
    solution = parlour.solve(game)
    plain = [play_match(game, Careless(2.0), Careless(1.0), seed=seed, max_turns=60).line.choices for seed in range(5)]
    solution_of(game).prepare()
    for seed, choices in enumerate(plain):
        match = play_match(game, Careless(2.0), Careless(1.0), seed=seed, max_turns=60)
        assert match.line.choices == choices
        for turn in match.line.public_turns[:10]:
            for player in turn.actors:
                assert solution_of(game).losses(turn.before, player) == pytest.approx(
                    solution.losses(turn.before, player), abs=1e-9
                )
