"""Mixes and values in words."""

from __future__ import annotations

import pytest

import parlour
from parlour.coach.wording import mix_text, value_text
from parlour.solver.memory import solution_of


@pytest.mark.parametrize(
    ("mix", "text"),
    [
        ({3: 1.0}, "bid 3"),
        ({3: 0.997, 5: 0.003}, "bid 3 (>99%), bid 5 (<1%)"),
        ({3: 0.25, 5: 0.75}, "bid 5 (75%), bid 3 (25%)"),
        ({3: 0.5, 5: 0.494, 7: 0.006}, "bid 3 (50%), bid 5 (49%), bid 7 (1%)"),
        ({3: 0.5, 5: 0.497, 7: 0.003}, "bid 3 (50%), bid 5 (50%), bid 7 (<1%)"),
        (
            dict.fromkeys(range(1, 9), 0.125),
            "bid 1 (12%), bid 2 (12%), bid 3 (12%), bid 4 (12%), bid 5 (12%) and 3 others",
        ),
    ],
)
def test_a_mix_names_its_likeliest_actions_and_counts_the_others(mix: dict[int, float], text: str) -> None:
    game = parlour.game("token-showdown")
    assert mix_text(game, game.start(), 0, mix) == text


def test_a_mix_of_many_rare_actions_still_names_some() -> None:
    game = parlour.game("token-showdown", tokens=500)
    text = mix_text(game, game.start(), 0, dict.fromkeys(range(1, 401), 1 / 400))
    assert text.startswith("bid 1 (<1%), bid 2 (<1%), ")
    assert text.endswith(" and 395 others")


@pytest.mark.parametrize(
    ("tokens", "text"),
    [
        (27, "worth -0.99 to you (+1 is a win, -1 a defeat)"),
        (28, "as good as lost for you against perfect play"),
        (29, "lost for you against perfect play"),
    ],
)
def test_only_a_position_that_is_lost_for_certain_is_called_lost(tokens: int, text: str) -> None:
    showdown = parlour.game("token-showdown")
    state = showdown.start()._replace(tokens1=19, tokens2=tokens, points1=1)
    assert value_text(solution_of(showdown), state, 0) == text
