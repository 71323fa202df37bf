from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from solver import exact_reference as exact
from solver import reference
from solver.comparison import policy_of, response_errors, solution_errors
from solver.hard_games import hard_game
from support import SIXTH

import parlour
from parlour.games.contract import State
from parlour.games.errors import IllegalAction, ParlourError
from parlour.games.game import Game
from parlour.solver.exact import decision_process
from parlour.solver.exact.decision_process import OUTSIDE, Process, solve_process

ACYCLIC: list[tuple[str, dict[str, Any]]] = [
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


def ascending(game: Game) -> Any:
    """The higher the action, the likelier."""

    def mix(state: State, player: int) -> dict[int, float]:
        actions = game.actions(state, player)
        total = sum(range(1, len(actions) + 1))
        return {action: rank / total for rank, action in enumerate(actions, 1)}

    return mix


@pytest.mark.parametrize(("name", "rules"), ACYCLIC)
@pytest.mark.parametrize("policy_of", [uniform, ascending])
def test_best_responses_have_the_value_that_plain_recursion_finds(
    name: str, rules: dict[str, Any], policy_of: Any
) -> None:
    game = parlour.game(name, **rules)
    policy = policy_of(game)
    expected = [reference.best_response_value(game, policy, player) for player in (0, 1)]
    for player in (0, 1):
        assert parlour.best_response(game, policy, player).value == pytest.approx(expected[player], abs=1e-12)
    assert parlour.exploitability(game, policy) == pytest.approx(sum(expected) / 2, abs=1e-12)


@pytest.mark.parametrize(("name", "rules"), ACYCLIC)
def test_following_a_best_response_gets_its_value(name: str, rules: dict[str, Any]) -> None:
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


@pytest.mark.untraced
@pytest.mark.parametrize(
    ("name", "rules"),
    [
        ("tower-siege", {"tower": 4, "stride": 2, "cards": 2}),
        ("tower-siege", {"tower": 3, "stride": 2, "cards": 1}),
        ("token-tactics", {"start": 3, "cap": 4, "both_empty": "draw"}),
        ("resource-war", {"points": 3, "target": 2, "stall": 0}),
    ],
)
@pytest.mark.parametrize("policy_of", [uniform, ascending])
def test_in_a_cyclic_game_the_value_lies_between_those_of_games_that_are_cut_off(
    name: str, rules: dict[str, Any], policy_of: Any
) -> None:
    """Against a policy that plays every action, play ends sooner or later, so the two bounds converge."""
    game = parlour.game(name, **rules)
    policy = policy_of(game)
    mixes = {state: policy(state, 1) if 1 in game.to_act(state) else {None: 1.0} for state in reference.reachable(game)}
    lost, won = dict.fromkeys(mixes, -1.0), dict.fromkeys(mixes, 1.0)
    for _ in range(60):
        for values in (lost, won):
            for state, mix in mixes.items():
                values[state] = max(
                    sum(
                        chance * values.get(after := game.play(state, first, second), game.returns(after)[0])
                        for second, chance in mix.items()
                    )
                    for first in (game.actions(state, 0) or (None,))
                )

    value = parlour.best_response(game, policy, 0).value
    assert lost[game.start()] - 1e-9 <= value <= won[game.start()] + 1e-9


@pytest.mark.parametrize("large", [decision_process.LARGE, 5])
def test_the_proof_is_tight_even_if_a_player_who_wins_can_put_it_off(
    monkeypatch: pytest.MonkeyPatch, large: int
) -> None:
    monkeypatch.setattr(decision_process, "LARGE", large)
    game = parlour.game("token-tactics")
    for player, value in ((0, 255 / 256), (1, 1.0)):
        best = parlour.best_response(game, uniform(game), player)
        assert best.value == pytest.approx(value, abs=1e-12)
        assert best.value <= best.at_most <= best.value + 1e-12


def test_perfect_play_cannot_be_exploited() -> None:
    game = parlour.game("resource-war", points=6)
    assert parlour.exploitability(game, parlour.solve(game).policy) < 1e-12


def test_a_policy_is_a_function_a_mapping_or_a_player() -> None:
    game = parlour.game("token-showdown", tokens=6)
    policy = uniform(game)
    mapping = {(state, player): policy(state, player) for state in reference.reachable(game) for player in (0, 1)}

    class Uniform:
        def mix(self, game: Game, state: State, player: int) -> dict[int, float]:
            return dict(policy(state, player))

    expected = parlour.exploitability(game, policy)
    assert 0 < expected <= 1
    assert parlour.exploitability(game, mapping) == expected
    assert parlour.exploitability(game, Uniform()) == expected


@pytest.mark.parametrize(
    ("mix", "message"),
    [
        ({99: 1.0}, "gives a chance to 99, which is illegal"),
        ({1: 0.5}, "sum to 0.5, not to 1"),
        ({1: -1.0, 2: 2.0}, "a chance of"),
        ({1: float("nan")}, "a chance of nan"),
        ({}, "sum to 0"),
        (1, "must map actions to chances"),
        ({"1": 1.0}, "gives a chance to '1'"),
    ],
)
def test_an_invalid_mix_raises_an_error_that_says_what_is_wrong(mix: Any, message: str) -> None:
    game = parlour.game("token-showdown", tokens=4)
    with pytest.raises(ParlourError, match=message):
        parlour.exploitability(game, lambda _, __: mix)


def test_an_invalid_policy_raises_an_error() -> None:
    game = parlour.game("token-showdown", tokens=4)
    with pytest.raises(ParlourError, match="has no entry for player"):
        parlour.exploitability(game, {})
    with pytest.raises(ParlourError, match=r"a policy is a function .*; not a name; .*players.player\('random'\)"):
        parlour.exploitability(game, "random")  # type: ignore[arg-type]
    with pytest.raises(ParlourError, match=r"a function with three parameters; wrap it in parlour.batched"):
        parlour.exploitability(game, lambda _table, legal, _player: legal)  # type: ignore[arg-type, misc]
    with pytest.raises(ParlourError, match=r"takes a game from parlour.game\(\.\.\.\), not 'token-showdown'"):
        parlour.states("token-showdown")  # type: ignore[arg-type]
    with pytest.raises(IllegalAction, match="no player 5"):
        parlour.best_response(game, uniform(game), 5)


@pytest.mark.parametrize("family", ["long loop", "nested traps", "equal exits"])
@pytest.mark.filterwarnings("ignore::parlour.WideProof")  # sweeps stop before the last digit, and the limit says so
def test_cycles_that_are_too_large_to_eliminate_are_swept(monkeypatch: pytest.MonkeyPatch, family: str) -> None:
    monkeypatch.setattr(decision_process, "LARGE", 0)
    for seed in range(10):
        game = hard_game(seed, family)
        graph = exact.graph_of(game)
        policy = policy_of(game, "coarse", seed)
        assert not list(response_errors(game, graph, policy))
        assert not list(solution_errors(parlour.solve(game, fresh=True), graph))


def test_sweeps_that_do_not_finish_promise_nothing_false(monkeypatch: pytest.MonkeyPatch) -> None:
    """A ring that is left once in fifty laps: two thirds of the exits lose, and one third wins."""
    for name, limit in (("LARGE", 10), ("MAX_SWEEPS", 100)):
        monkeypatch.setattr(decision_process, name, limit)
    count, exits = 40, [0.01, 0.005, 0.985]
    targets = [OUTSIDE, OUTSIDE, *(number % count for number in range(1, count + 1))]
    ring = Process(
        choices=np.arange(count + 1),
        outcomes=np.array([0, *range(3, count + 3)]),
        targets=np.array(targets, np.int32),
        chances=np.array([*exits, *[1.0] * (count - 1)]),
        payoffs=np.array([-1.0, 1.0, *[0.0] * count]),
    )
    found = solve_process(ring, False, lambda _: None).gains
    proved = solve_process(ring, True, lambda _: None).gains
    assert (found < -1 / 3 - 1e-6).all()  # unfinished
    assert (proved >= -1 / 3 - 1e-12).all()
