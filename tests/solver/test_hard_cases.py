"""Cases that are easy to get wrong."""

from __future__ import annotations

import copy
import pickle
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest
from scipy.optimize import linprog
from solver.charge_game import rules as charge_game
from solver.random_games import game_from_text
from solver.waiting_game import rules as waiting_game
from support import state_of

import parlour
from parlour.games.errors import IllegalAction, TooLarge, WideProof
from parlour.games.game import Game
from parlour.solver import solution_files
from parlour.solver.exact.matrix_games import matrix_game
from parlour.solver.exact.punishment import punish_rows
from parlour.solver.states.explorer import Explorer
from parlour.solver.states.mixes import NOISE

WORDS = SimpleNamespace(TITLE="Waiting Game", CHOICES={}, PLAYERS=("Player 1", "Player 2"), SECRET=True)


@pytest.mark.parametrize("kind", [0, 1])
@pytest.mark.parametrize("within", [0.01, 1e-5])
def test_a_value_that_is_only_approached_in_the_limit_is_bounded_from_both_sides(kind: int, within: float) -> None:
    game = Game("waiting-game", cast(Any, waiting_game), cast(Any, WORDS), Path(), {"kind": kind})
    solution = parlour.solve(game, within=within)
    lower, upper = solution.bounds(game.start())
    assert upper - lower <= within
    assert lower <= 1 / 3 <= upper + 1e-12
    assert (
        0 < solution.policy(game.start(), 0)[waiting_game.RUN] < 0.1
    )  # never running, or always running, gains nothing


@pytest.mark.parametrize(
    ("name", "rules"),
    [
        ("token-tactics", {}),
        ("tower-siege", {"tower": 3, "stride": 1, "cards": 2}),
        ("tower-siege", {"tower": 4, "stride": 2, "cards": 2}),
        ("resource-war", {"points": 3, "stall": 0}),
    ],
)
@pytest.mark.parametrize("player", [0, 1])
def test_following_a_best_response_gets_its_value_even_where_it_could_cycle(
    name: str, rules: dict[str, Any], player: int
) -> None:
    game = parlour.game(name, **rules)

    def first_option(state: Any, seat: int) -> dict[int, float]:
        return {game.actions(state, seat)[0]: 1.0}

    response = parlour.best_response(game, first_option, player)
    state, turns = game.start(), 0
    while not game.is_over(state) and turns < 500:
        actions = [0, 0]
        for seat in game.to_act(state):
            (actions[seat],) = (response.policy if seat == player else first_option)(state, seat)
        state = game.play(state, *actions)
        turns += 1
    assert game.returns(state)[player] == response.value


@pytest.mark.parametrize("chance", [1e-3, 1e-6, 1e-9])
def test_an_action_with_a_tiny_chance_gives_nothing_away(chance: float) -> None:
    matrix = np.array([[1.0, -1.0 + 2 * chance], [-chance, chance]])
    assert matrix_game(matrix).first[0] == pytest.approx(chance, rel=1e-3)
    assert punish_rows(matrix, [0]) == pytest.approx([0.0], abs=1e-12)


def test_rounding_errors_are_no_part_of_a_mix() -> None:
    """An action that is there by rounding alone would count as perfect play and give nothing away."""
    solution = parlour.solve(parlour.game("tower-siege", tower=6))
    assert solution.policy.mixes.chances.min() > NOISE


def test_the_most_punishing_perfect_opponent_is_that_of_a_linear_program() -> None:
    generator, compared = np.random.default_rng(3), 0
    for _ in range(60):
        matrix = generator.integers(-1, 2, generator.integers(2, 7, 2)).astype(float)
        value = matrix_game(matrix).value
        for row, loss in enumerate(punish_rows(matrix, range(len(matrix)))):
            found = linprog(
                matrix[row],
                A_ub=matrix,
                b_ub=np.full(len(matrix), value + 1e-12),
                A_eq=np.ones((1, matrix.shape[1])),
                b_eq=[1.0],
                method="highs",
            )
            assert value - loss == pytest.approx(found.fun, abs=1e-6)
            compared += found.fun < value - 0.01
    assert compared > 30


def test_what_the_bids_of_token_showdown_give_away_is_found_by_a_linear_program_too() -> None:
    game = parlour.game("token-showdown", tokens=24)
    solution = parlour.solve(game)
    for fields in np.random.default_rng(5).choice(solution.states.table, 40, replace=False).tolist():
        matrix = solution.next_states(type(game.start())(*fields)).of(solution.values)
        value = matrix_game(matrix).value
        for row, loss in enumerate(punish_rows(matrix, range(len(matrix)))):
            limits = {"A_ub": matrix, "b_ub": np.full(len(matrix), value + 1e-12)}
            found = linprog(matrix[row], **limits, A_eq=np.ones((1, matrix.shape[1])), b_eq=[1.0], method="highs")
            assert value - loss == pytest.approx(found.fun, abs=1e-5)


@pytest.mark.parametrize("scale", [1e-20, 1e-8, 1e8])
def test_payoffs_can_be_of_any_size(scale: float) -> None:
    solved = matrix_game(scale * np.array([[3.0, 1.0], [0.0, 2.0]]))
    assert solved.value / scale == pytest.approx(1.5, rel=1e-12)
    assert solved.gap / scale < 1e-12


def test_solutions_can_be_copied_and_pickled() -> None:
    game = parlour.game("resource-war", points=4)
    solution = parlour.solve(game)
    for again in (pickle.loads(pickle.dumps(solution)), copy.deepcopy(solution)):
        assert again.value(game.start()) == solution.value(game.start())
        assert again.policy(game.start(), 1) == solution.policy(game.start(), 1)


@pytest.mark.parametrize("value", [10**30, 2.5, "3", -1, None])
def test_a_state_with_impossible_fields_raises_an_error(value: Any) -> None:
    game = parlour.game("resource-war", points=4)
    with pytest.raises(IllegalAction, match="hidden or impossible"):
        parlour.solve(game).value(state_of(game, bidding1=value))


def test_bounds_beyond_32_bits_raise_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    wide = (waiting_game.State(0, 0), waiting_game.State(2**40, 3))
    monkeypatch.setattr(waiting_game, "bounds", lambda _: wide)
    with pytest.raises(TooLarge, match="32 bits"):
        Explorer(Game("waiting-game", cast(Any, waiting_game), cast(Any, WORDS), Path(), {}))


def test_a_file_that_cannot_be_opened_is_not_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = parlour.game("color-capture", repeats=2)
    monkeypatch.setattr(solution_files, "cache_folder", lambda: tmp_path)
    parlour.solve(game)
    (file,) = (tmp_path / "solutions").iterdir()

    def fail(*_: Any, **__: Any) -> Any:
        raise OSError("too many open files")

    with monkeypatch.context() as patch:
        patch.setattr(Path, "open", fail)
        assert solution_files.load_cached(game, 0.001) is None
    assert file.exists()
    assert solution_files.load_cached(game, 0.001) is not None


@pytest.mark.untraced
def test_any_flipped_bit_in_a_file_is_detected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = parlour.game("color-capture", repeats=2)
    monkeypatch.setattr(solution_files, "cache_folder", lambda: tmp_path)
    parlour.solve(game)
    (file,) = (tmp_path / "solutions").iterdir()
    content, generator = file.read_bytes(), np.random.default_rng(1)
    for _ in range(150):
        damaged = bytearray(content)
        damaged[int(generator.integers(len(content)))] ^= 1 << int(generator.integers(8))
        file.write_bytes(damaged)
        assert parlour.solve(game).value(game.start()) == 1


@pytest.mark.parametrize("health", [1, 3, 6])
@pytest.mark.parametrize("power", [2, 4])
def test_every_state_of_a_cycle_is_found_again(health: int, power: int) -> None:
    """A product that overflowed made the hash of a state depend on how the compiler had inlined the rules."""
    game = Game("charge-game", cast(Any, charge_game), cast(Any, WORDS), Path(), {"health": health, "power": power})
    solution = parlour.solve(game, fresh=True)
    assert solution.certificate.widest <= 0.001
    assert solution.value(game.start()) == pytest.approx(0, abs=0.001)


def test_a_proof_that_is_too_wide_warns_by_name() -> None:
    purgatory = game_from_text("0: 1 0 / L 1; 1: 2 0 / L 2; 2: 3 0 / L 3; 3: 4 0 / L 4; 4: W 0 / L W")
    with pytest.warns(WideProof, match="was not solved within 0.001: the widest interval is"):
        solution = parlour.solve(purgatory, fresh=True)
    assert solution.certificate.widest > 0.001
    with pytest.warns(WideProof):  # also when it comes from the cache
        parlour.solve(purgatory)
