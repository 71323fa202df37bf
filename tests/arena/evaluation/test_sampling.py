"""Which positions a seed draws. Evaluations of different days are compared by seed, so this must never change."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from itertools import islice

import pytest

import parlour
from parlour.arena.evaluation.sampling import SampledPosition, positions_met_by, reachable_positions


def digest(sample: Iterable[SampledPosition]) -> str:
    drawn = [[at.line.choices, at.player, at.phase] for at in islice(sample, 20)]
    return hashlib.sha256(json.dumps(drawn).encode()).hexdigest()[:16]


@pytest.mark.parametrize(
    ("name", "rules", "perfect", "uniform"),
    [
        ("color-capture", {}, "19b4fc2bc74c50bd", "9bec529f3437dee7"),
        ("token-showdown", {"tokens": 8, "points": 2}, "75207e409ee411f3", "cf6a9b747b026a56"),
    ],
)
def test_a_seed_always_draws_the_same_positions(name: str, rules: dict[str, int], perfect: str, uniform: str) -> None:
    game = parlour.game(name, **rules)
    assert digest(positions_met_by("perfect", game, 3)) == perfect
    assert digest(reachable_positions(game, 3)) == uniform
