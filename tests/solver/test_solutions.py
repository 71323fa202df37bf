"""Known values of the games, and values that a reference implementation finds too."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from solver import reference
from solver.small_games import small_game
from support import ALL, SIXTH, state_of

import parlour
from parlour.games.errors import IllegalAction, ParlourError
from parlour.games.game import Game


@pytest.mark.parametrize(
    ("name", "rules", "value"),
    [
        ("color-capture", {}, 1),
        ("token-tactics", {"both_empty": "defender"}, -1),
        ("token-tactics", {"both_empty": "draw"}, 0),
        ("token-tactics", {"both_empty": "attacker"}, 1),
        ("token-showdown", {"tokens": 30}, 0),
        ("resource-war", {}, 0),
        ("resource-war", {"stall": 0}, 0),
        ("resource-war", {"hidden": True}, 0),
        (SIXTH, {"fingers": 1}, 0),
    ],
)
def test_the_start_has_its_known_value(name: str, rules: dict[str, Any], value: int) -> None:
    game = parlour.game(name, **rules)
    solution = parlour.solve(game)
    lower, upper = solution.bounds(game.start())
    assert solution.value(game.start()) == pytest.approx(value, abs=1e-12)
    assert lower == pytest.approx(value, abs=1e-12)
    assert upper == pytest.approx(value, abs=1e-12)
    assert solution.certificate.widest < 1e-11


def test_in_tower_siege_the_first_player_wins_almost_certainly() -> None:
    game = parlour.game("tower-siege")
    solution = parlour.solve(game)
    lower, upper = solution.bounds(game.start())
    assert lower > 0.999
    assert upper <= 1
    assert lower <= solution.value(game.start()) <= upper
    assert solution.certificate.widest <= solution.within
    assert len(solution.states) == 190_636


def test_one_more_point_decides_resource_war() -> None:
    game = parlour.game("resource-war")
    solution = parlour.solve(game)
    assert solution.value(state_of(game, bidding2=9)) == 1  # a state that play cannot reach
    assert solution.bounds(state_of(game, bidding1=9)) == (-1, -1)
    assert len(solution.states) == 15_780  # reachable from the start; lookups of other states do not count


ACYCLIC: list[tuple[str, dict[str, Any]]] = [
    ("color-capture", {"repeats": 3}),
    ("color-capture", {"repeats": 4}),
    ("token-showdown", {"tokens": 7, "points": 2}),
    ("token-showdown", {"tokens": 6, "points": 3}),
    ("resource-war", {"points": 3, "target": 2, "stall": 2}),
    ("resource-war", {"points": 4, "target": 7, "stall": 1}),
    (SIXTH, {"fingers": 2, "points": 4}),
]


@pytest.mark.parametrize(("name", "rules"), ACYCLIC)
def test_the_reference_finds_the_same_value_in_every_state(name: str, rules: dict[str, Any]) -> None:
    game = parlour.game(name, **rules)
    solution, others = parlour.solve(game), reference.values(game)
    assert len(others) == len(solution.states)
    for state, value in others.items():
        assert solution.value(state) == pytest.approx(value, abs=1e-7)  # the precision of HiGHS
        lower, upper = solution.bounds(state)
        assert lower - 1e-7 <= value <= upper + 1e-7


@pytest.mark.parametrize(("name", "rules"), ACYCLIC)
def test_the_certificate_agrees_with_plain_best_responses(name: str, rules: dict[str, Any]) -> None:
    game = parlour.game(name, **rules)
    solution = parlour.solve(game)
    lower, upper = solution.bounds(game.start())
    assert upper == pytest.approx(reference.best_response_value(game, solution.policy, 0), abs=1e-13)
    assert -lower == pytest.approx(reference.best_response_value(game, solution.policy, 1), abs=1e-13)
    assert upper - lower <= 1e-13


CYCLIC: list[tuple[str, dict[str, Any]]] = [
    ("tower-siege", {"tower": 3, "stride": 2, "cards": 1}),
    ("tower-siege", {"tower": 4, "stride": 1, "cards": 2}),
    ("tower-siege", {"tower": 5, "stride": 2, "cards": 2}),
    ("token-tactics", {"start": 2, "cap": 3}),
    ("token-tactics", {"start": 3, "cap": 4, "both_empty": "draw"}),
    ("resource-war", {"points": 3, "target": 2, "stall": 0}),
]


@pytest.mark.parametrize(("name", "rules"), CYCLIC)
def test_cyclic_games_are_bounded_by_games_that_are_cut_off(name: str, rules: dict[str, Any]) -> None:
    """If a game that is cut off after k decisions counts as won, its value is no less; as lost, no more."""
    game = parlour.game(name, **rules)
    solution = parlour.solve(game)
    outcomes = {state: reference.outcomes(game, state) for state in reference.reachable(game)}
    assert len(outcomes) == len(solution.states)
    won, lost = dict.fromkeys(outcomes, 1.0), dict.fromkeys(outcomes, -1.0)
    for _ in range(25):
        for values in (won, lost):
            for state, rows in outcomes.items():
                payoffs = [[value_of(game, values, after) for after in row] for row in rows]
                saddle = max(map(min, payoffs)), min(map(max, zip(*payoffs, strict=True)))
                values[state] = saddle[0] if saddle[0] == saddle[1] else reference.matrix_value(payoffs)
    for state in outcomes:
        lower, upper = solution.bounds(state)
        assert lower <= won[state] + 1e-7
        assert upper >= lost[state] - 1e-7
        assert lower <= solution.value(state) <= upper
        assert upper - lower <= solution.within


def value_of(game: Game, values: dict[Any, float], state: Any) -> float:
    return values[state] if state in values else float(game.returns(state)[0])


@pytest.mark.parametrize("name", ["token-showdown", "resource-war"])
def test_swapping_the_seats_negates_the_value(name: str) -> None:
    game = parlour.game(name, **({"tokens": 12} if name == "token-showdown" else {}))
    solution = parlour.solve(game)

    @settings(max_examples=60, deadline=None)
    @given(st.randoms(use_true_random=False), st.integers(0, 6))
    def mirrored(random: Any, decisions: int) -> None:
        state: Any = walked(game, random, decisions)
        fields = state._asdict()
        swapped = {field: fields[opposite(field)] for field in fields}
        if swapped.get("last_won"):
            swapped["last_won"] = 3 - swapped["last_won"]
        if not game.is_over(state):
            assert solution.value(state) == pytest.approx(-solution.value(type(state)(**swapped)), abs=1e-11)

    mirrored()


def walked(game: Game, random: Any, decisions: int) -> Any:
    """The state after this many random decisions, or at the end of the game."""
    state = game.start()
    for _ in range(decisions):
        if not game.is_over(state):
            state = game.play(state, *(random.choice(game.actions(state, player) or (0,)) for player in (0, 1)))
    return state


def opposite(field: str) -> str:
    return field[:-1] + {"1": "2", "2": "1"}[field[-1]] if field[-1] in "12" else field


@pytest.mark.parametrize("name", ALL)
def test_perfect_play_consists_of_legal_actions_that_give_nothing_away(name: str) -> None:
    game = small_game(name, max_states=2000)
    solution = parlour.solve(game)

    @settings(max_examples=40, deadline=None)
    @given(st.randoms(use_true_random=False), st.integers(0, 12))
    def states(random: Any, decisions: int) -> None:
        state = walked(game, random, decisions)
        for player in (0, 1):
            losses, mix = solution.losses(state, player), solution.policy(state, player)
            assert tuple(losses) == game.actions(state, player)
            if player not in game.to_act(state):
                assert mix == {}
                continue
            assert sum(mix.values()) == pytest.approx(1, abs=1e-12)
            for action, loss in losses.items():
                assert 0 <= loss <= 2
                assert loss == solution.loss(state, player, action)
                if mix.get(action, 0) > 1e-6:
                    assert loss == 0
                # Against the solution's own mix, an action loses no more than against the worst perfect opponent.
                against = sum(
                    chance * solution.value(game.play(state, *((action, other) if player == 0 else (other, action))))
                    for other, chance in (solution.policy(state, 1 - player) or {0: 1.0}).items()
                )
                sign = 1 if player == 0 else -1
                assert sign * (solution.value(state) - against) <= loss + max(1e-6, solution.certificate.widest)

    states()


def test_an_action_that_risks_a_won_position_has_a_loss() -> None:
    """Any choice of a lost opponent is perfect, so the loss is what the worst of them makes of the action."""
    game = parlour.game("resource-war")
    solution = parlour.solve(game)
    ahead = state_of(game, bidding2=9)
    assert solution.loss(ahead, 0, 0) == pytest.approx(2)
    assert solution.loss(ahead, 0, 3) == 0
    assert set(solution.losses(ahead, 1).values()) == {0}  # a lost player has nothing to give away


def test_a_turn_gives_away_what_the_value_falls_by() -> None:
    game = parlour.game("color-capture")
    solution = parlour.solve(game)
    state, turns = game.start(), 0
    while not game.is_over(state):
        (player,) = game.to_act(state)
        sign = 1 if player == 0 else -1
        for action, loss in solution.losses(state, player).items():
            after = game.play(state, action, action)
            assert loss == sign * (solution.value(state) - solution.value(after))
        state = game.play(state, game.actions(state, player)[-1], game.actions(state, player)[-1])
        turns += 1
    assert turns > 5


def test_the_value_of_a_finished_game_is_its_result() -> None:
    game = parlour.game("color-capture", repeats=1)
    over = game.play(game.start(), 0)
    solution = parlour.solve(game)
    assert game.is_over(over)
    assert solution.value(over) == 1
    assert solution.bounds(over) == (1, 1)
    assert solution.policy(over, 0) == {}
    assert solution.losses(over, 1) == {}


def test_invalid_arguments_raise_an_error_that_says_why() -> None:
    game = parlour.game("resource-war", points=3)
    solution = parlour.solve(game)
    with pytest.raises(IllegalAction, match="not a state of Resource War"):
        solution.value(parlour.game("token-showdown").start())
    with pytest.raises(IllegalAction, match="hidden or impossible"):
        solution.value(state_of(game, bidding1=99))
    with pytest.raises(IllegalAction, match="no player 2"):
        solution.policy(game.start(), 2)
    with pytest.raises(IllegalAction, match="cannot choose 7"):
        solution.loss(game.start(), 0, 7)
    turns = parlour.solve(parlour.game("color-capture"))
    with pytest.raises(IllegalAction, match="not to act"):
        turns.loss(turns.game.start(), 1, 0)
    with pytest.raises(ParlourError, match="takes a game"):
        parlour.solve("resource-war")  # type: ignore[arg-type]
    with pytest.raises(ParlourError, match="within must be"):
        parlour.solve(game, within=0)


def test_a_state_from_which_play_leaves_the_bounds_raises_an_error_and_changes_nothing() -> None:
    game = parlour.game("resource-war", points=3)
    solution = parlour.solve(game)
    impossible = state_of(game, rounds_won1=3)  # a fourth win leaves the bounds
    with pytest.raises(IllegalAction, match="leaves its bounds"):
        solution.value(impossible)
    assert solution.value(game.start()) == parlour.solve(game, fresh=True).value(game.start())


def test_an_unreachable_state_is_solved_on_its_first_lookup() -> None:
    game = parlour.game("token-showdown", tokens=10)
    solution = parlour.solve(game)
    unreachable = state_of(game, tokens1=10, tokens2=8)
    matrix = [[solution.value(after) for after in row] for row in reference.outcomes(game, unreachable)]
    assert solution.value(unreachable) == pytest.approx(reference.matrix_value(matrix), abs=1e-7)
    lower, upper = solution.bounds(unreachable)
    assert upper - lower < 1e-12
