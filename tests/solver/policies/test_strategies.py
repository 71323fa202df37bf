"""Policies on arrays are judged as the same policies asked state by state, and mistakes in them are named."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import parlour
from parlour.games.errors import IllegalAction, ParlourError
from parlour.games.game import Game
from parlour.players.basic import Uniform
from parlour.solver.policies.matchup import matchup

GAMES = [
    parlour.game("token-showdown", tokens=9),
    parlour.game("tower-siege", tower=5, stride=2, cards=2),
    parlour.game("color-capture"),
    parlour.game("resource-war", points=6),
    parlour.game("token-tactics", start=3, cap=6),
]


def leaning(table: np.ndarray, legal: np.ndarray, player: int) -> np.ndarray:
    """Prefers some actions, depending on the state and the player."""
    weights = legal * (1.0 + (table.astype(np.int64).sum(axis=1)[:, None] + player + np.arange(legal.shape[1])) % 5)
    return np.asarray(weights / weights.sum(axis=1, keepdims=True))


def leaning_at(game: Game) -> Any:
    def policy(state: Any, player: int) -> dict[int, float]:
        weights = {action: 1.0 + (sum(state) + player + action) % 5 for action in game.actions(state, player)}
        return {action: weight / sum(weights.values()) for action, weight in weights.items()}

    return policy


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_policy_on_arrays_is_judged_like_the_same_one_asked_state_by_state(game: Game) -> None:
    expected = parlour.exploitability(game, leaning_at(game))
    assert parlour.exploitability(game, parlour.batched(leaning)) == pytest.approx(expected, abs=1e-12)
    states = parlour.states(game)
    arrays = [np.zeros((len(states), game.action_count())) for _ in (0, 1)]
    for player in (0, 1):
        rows = states.legal[:, player].any(axis=1)
        arrays[player][rows] = leaning(states.table[rows], states.legal[rows, player], player)
    assert parlour.exploitability(game, arrays) == pytest.approx(expected, abs=1e-12)
    assert parlour.exploitability(game, np.stack(arrays)) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_best_response_is_itself_a_policy_on_arrays_that_gets_its_value(game: Game) -> None:
    for player in (0, 1):
        best = parlour.best_response(game, parlour.batched(leaning), player)
        pair = (best.policy, parlour.batched(leaning)) if player == 0 else (parlour.batched(leaning), best.policy)
        score = matchup(game, *pair).expected
        assert (score if player == 0 else -score) == pytest.approx(best.value, abs=1e-9)


def test_the_arrays_of_a_solution_have_what_it_says_about_every_state() -> None:
    for game in GAMES:
        solution = parlour.solve(game)
        states, policies = solution.states, solution.policy.dense()
        assert (states.table == parlour.states(game).table).all()
        for row in range(0, len(states), max(1, len(states) // 60)):
            state = states.state(row)
            assert states.number(state) == row
            assert tuple(states.table[row].tolist()) == tuple(state)
            assert solution.values[row] == pytest.approx(solution.value(state))
            assert (solution.lower[row], solution.upper[row]) == pytest.approx(solution.bounds(state))
            for player in (0, 1):
                legal = game.actions(state, player) if player in game.to_act(state) else ()
                assert tuple(np.flatnonzero(states.legal[row, player]).tolist()) == legal
                chances = policies[player][row]
                assert {int(a): chances[a] for a in np.flatnonzero(chances)} == solution.policy(state, player)


def test_the_arrays_of_a_policy_are_as_good_as_the_solution() -> None:
    game = GAMES[0]
    assert parlour.exploitability(game, parlour.solve(game).policy.dense()) == pytest.approx(0.0, abs=1e-9)


@pytest.mark.parametrize("game", GAMES[:2], ids=lambda game: game.name)
def test_tables_and_solutions_are_judged_as_if_they_were_asked_state_by_state(game: Game) -> None:
    table, solution = parlour.tabulate(game, "medium"), parlour.solve(game)
    asked = parlour.exploitability(game, lambda state, player: table.mix(game, state, player))
    assert asked > 0.01
    assert parlour.exploitability(game, table) == pytest.approx(asked, abs=1e-9)
    asked = parlour.exploitability(game, lambda state, player: solution.policy(state, player))
    assert parlour.exploitability(game, solution.policy) == pytest.approx(asked, abs=1e-12)
    with pytest.raises(ParlourError, match="this is a table for"):
        parlour.exploitability(GAMES[2], table)


def test_the_policy_of_another_solution_is_asked_state_by_state() -> None:
    larger = parlour.solve(parlour.game("token-showdown", tokens=12))
    assert parlour.exploitability(GAMES[0], larger.policy) == pytest.approx(0.0, abs=1e-9)


def test_a_state_that_was_looked_up_but_cannot_be_reached_has_no_number() -> None:
    solution = parlour.solve(GAMES[0], fresh=True)
    before = len(solution.states)
    both_bid = GAMES[0].start()._replace(tokens2=8)  # nobody keeps all tokens
    solution.value(both_bid)
    assert len(solution.states) == before
    with pytest.raises(IllegalAction, match="does not reach"):
        solution.states.number(both_bid)


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (lambda _table, legal, _player: np.ones(legal.shape) / legal.shape[1], "to .*, which is illegal"),
        (lambda _table, legal, _player: legal * 0.5 / legal.sum(axis=1, keepdims=True), "they sum to 0.5"),
        (lambda _table, legal, _player: np.where(legal, np.nan, 0.0), "sum to nan"),
        (lambda _table, legal, _player: legal * np.where(np.arange(legal.shape[1]) % 2, 3.0, -1.0), "from 0 to 1"),
    ],
)
def test_wrong_answers_are_named_with_the_state(answer: Any, message: str) -> None:
    with pytest.raises(ParlourError, match=message) as caught:
        parlour.exploitability(GAMES[0], parlour.batched(answer))
    assert "State(tokens1=" in str(caught.value)


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (lambda _table, legal, _player: legal[1:] / 9, r"chances of shape \(.*, like `legal`; not of shape"),
        (lambda _table, legal, _player: np.ones(legal.T.shape), "not of shape"),
        (lambda _table, _legal, _player: None, "real numbers|not of shape"),
        (lambda _table, legal, _player: legal + 0j, "must return an array of real numbers: complex"),
        (lambda _table, legal, _player: np.full(legal.shape, "all"), "must return an array of real numbers"),
    ],
)
def test_answers_that_are_no_chances_are_refused(answer: Any, message: str) -> None:
    with pytest.raises(ParlourError, match=message):
        parlour.exploitability(GAMES[0], parlour.batched(answer))
    with pytest.raises(ParlourError, match=message):
        parlour.batched(answer).mix(GAMES[0], GAMES[0].start(), 0)


def test_a_function_may_write_into_its_arguments() -> None:
    def careless(table: np.ndarray, legal: np.ndarray, player: int) -> np.ndarray:
        answer = leaning(table, legal, player)
        table[:], legal[:] = 0, True
        return answer

    expected = parlour.exploitability(GAMES[0], parlour.batched(leaning))
    assert parlour.exploitability(GAMES[0], parlour.batched(careless)) == expected


def test_many_states_are_found_at_once() -> None:
    for game in GAMES:
        states = parlour.states(game)
        order = np.random.default_rng(1).permutation(len(states))
        assert (states.numbers(states.table[order]) == order).all()
        assert states.numbers([game.start()]).tolist() == [states.number(game.start())]
        winner = states.fields.index("winner")
        over, beyond = states.table[:5].astype(int), states.table[:5].astype(int)
        over[:, winner], beyond[:, 0] = 1, 10_000
        assert (states.numbers(over) == -1).all()
        assert (states.numbers(beyond) == -1).all()
        assert len(states.numbers(states.table[:0])) == 0
    both_bid = GAMES[0].start()._replace(tokens2=8)  # nobody keeps all tokens
    assert parlour.states(GAMES[0]).numbers([both_bid]).tolist() == [-1]


def test_states_are_explored_anyway_if_you_ask_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("parlour.solver.states.estimate.MAX_SECONDS", 1e-9)
    game = parlour.game("token-showdown", tokens=23)
    with pytest.raises(parlour.TooLarge):
        parlour.states(game)
    assert len(parlour.states(game, anyway=True)) > 1000


def test_arrays_of_the_wrong_shape_and_things_that_are_no_functions_are_refused() -> None:
    with pytest.raises(ParlourError, match="two of shape"):
        parlour.exploitability(GAMES[0], (np.ones((3, 3)), np.ones((3, 3))))
    with pytest.raises(ParlourError, match=r"batched takes a function .* not str"):
        parlour.batched("perfect")  # type: ignore[arg-type]


def test_progress_is_reported_and_may_stop_the_work() -> None:
    seen: list[str] = []
    parlour.exploitability(GAMES[0], Uniform(), progress=lambda stage, _: seen.append(stage))
    assert "responding" in seen

    def stop(_: str, __: float | None) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        parlour.exploitability(GAMES[0], Uniform(), progress=stop)
