from __future__ import annotations

from typing import Any

import pytest
from solver import second_opinion
from support import SIXTH

import parlour
from parlour.games.contract import State
from parlour.games.errors import IllegalAction, ParlourError
from parlour.games.game import Game

SMALL: list[tuple[str, dict[str, Any]]] = [
    ("color-capture", {"repeats": 3}),
    ("token-showdown", {"tokens": 7, "points": 2}),
    ("resource-war", {"points": 3, "target": 2, "stall": 2}),
    (SIXTH, {"fingers": 2, "points": 4}),
]


def uniform(game: Game) -> Any:
    def mix(state: State, player: int) -> dict[int, float]:
        actions = game.actions(state, player)
        return {action: 1 / len(actions) for action in actions}

    return mix


def lopsided(game: Game) -> Any:
    """The higher an action, the likelier."""

    def mix(state: State, player: int) -> dict[int, float]:
        actions = game.actions(state, player)
        total = sum(range(1, len(actions) + 1))
        return {action: place / total for place, action in enumerate(actions, 1)}

    return mix


@pytest.mark.parametrize(("name", "rules"), SMALL)
@pytest.mark.parametrize("policy_of", [uniform, lopsided])
def test_best_responses_are_worth_what_plain_recursion_says(name: str, rules: dict[str, Any], policy_of: Any) -> None:
    game = parlour.game(name, **rules)
    policy = policy_of(game)
    expected = [second_opinion.answered(game, policy, player) for player in (0, 1)]
    for player in (0, 1):
        assert parlour.best_response(game, policy, player).value == pytest.approx(expected[player], abs=1e-12)
    assert parlour.exploitability(game, policy) == pytest.approx(sum(expected) / 2, abs=1e-12)


@pytest.mark.parametrize(("name", "rules"), SMALL)
def test_a_best_response_that_is_played_gets_what_it_is_worth(name: str, rules: dict[str, Any]) -> None:
    game = parlour.game(name, **rules)
    policy = uniform(game)
    response = parlour.best_response(game, policy, 0)

    def both(state: Any, player: int) -> dict[int, float]:
        return response.policy(state, player) if player == 0 else policy(state, player)

    def expected(state: Any) -> float:
        if game.is_over(state):
            return float(game.returns(state)[0])
        firsts: dict[Any, float] = both(state, 0) or {None: 1.0}
        seconds: dict[Any, float] = both(state, 1) if 1 in game.to_act(state) else {None: 1.0}
        return sum(
            p * q * expected(game.play(state, first, second))
            for first, p in firsts.items()
            for second, q in seconds.items()
        )

    assert expected(game.start()) == pytest.approx(response.value, abs=1e-12)
    assert response.policy(game.start(), 1) == {}


@pytest.mark.parametrize(
    ("name", "rules"),
    [
        ("tower-siege", {"tower": 4, "stride": 2, "cards": 2}),
        ("tower-siege", {"tower": 3, "stride": 2, "cards": 1}),
        ("token-tactics", {"start": 3, "cap": 4, "both_empty": "draw"}),
        ("resource-war", {"points": 3, "target": 2, "stall": 0}),
    ],
)
@pytest.mark.parametrize("policy_of", [uniform, lopsided])
def test_where_play_goes_round_the_worth_lies_between_games_cut_off(
    name: str, rules: dict[str, Any], policy_of: Any
) -> None:
    """Against mixes that leave nothing out, play ends sooner or later, so both ways of cutting it off come together."""
    game = parlour.game(name, **rules)
    policy = policy_of(game)
    found: dict[Any, Any] = {}
    second_opinion.spread(game, game.start(), found, lambda state: policy(state, 1) if 1 in game.to_act(state) else {})
    lost, won = dict.fromkeys(found, -1.0), dict.fromkeys(found, 1.0)
    for _ in range(60):
        for worth in (lost, won):
            for state, mix in found.items():
                worth[state] = max(
                    sum(
                        chance * worth.get(after := game.play(state, first, second), game.returns(after)[0])
                        for second, chance in (mix or {None: 1.0}).items()
                    )
                    for first in (game.actions(state, 0) or (None,))
                )

    value = parlour.best_response(game, policy, 0).value
    assert lost[game.start()] - 1e-9 <= value <= won[game.start()] + 1e-9


def test_perfect_play_cannot_be_exploited() -> None:
    game = parlour.game("resource-war", points=6)
    assert parlour.exploitability(game, parlour.solve(game).policy) < 1e-12


def test_policies_come_as_functions_tables_and_players() -> None:
    game = parlour.game("token-showdown", tokens=6)
    policy = uniform(game)
    found: dict[Any, Any] = {}
    second_opinion.spread(game, game.start(), found, lambda _: None)
    table = {(state, player): policy(state, player) for state in found for player in (0, 1)}

    class Careless:
        def mix(self, game: Game, state: State, player: int) -> dict[int, float]:
            return dict(policy(state, player))

    expected = parlour.exploitability(game, policy)
    assert 0 < expected <= 1
    assert parlour.exploitability(game, table) == expected
    assert parlour.exploitability(game, Careless()) == expected


@pytest.mark.parametrize(
    ("mix", "message"),
    [
        ({99: 1.0}, "gives a chance to 99, which is not allowed"),
        ({1: 0.5}, "add up to 0.5, not to 1"),
        ({1: -1.0, 2: 2.0}, "a chance of"),
        ({1: float("nan")}, "a chance of nan"),
        ({}, "add up to 0"),
        (1, "must be actions with their chances"),
        ({"1": 1.0}, "gives a chance to '1'"),
    ],
)
def test_policies_that_are_none_are_refused_with_the_state(mix: Any, message: str) -> None:
    game = parlour.game("token-showdown", tokens=4)
    with pytest.raises(ParlourError, match=message):
        parlour.exploitability(game, lambda _, __: mix)
    with pytest.raises(ParlourError, match="says nothing of player"):
        parlour.exploitability(game, {})
    with pytest.raises(ParlourError, match="str is none of these"):
        parlour.exploitability(game, "random")  # type: ignore[arg-type]
    with pytest.raises(IllegalAction, match="no player 5"):
        parlour.best_response(game, uniform(game), 5)
