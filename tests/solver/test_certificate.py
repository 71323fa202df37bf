"""The certificate believes nobody."""

from __future__ import annotations

import ast
from pathlib import Path

import numpy as np
import pytest

import parlour
from parlour.fast.compile import CPU
from parlour.fast.rewrite import closure
from parlour.games.game import Game
from parlour.solver import certificate
from parlour.solver.api import Solution
from parlour.solver.certificate import Group, Unproved, certify
from parlour.solver.solver import groups

SHOWDOWN = parlour.game("token-showdown", tokens=8)
SIEGE = parlour.game("tower-siege", tower=5, stride=2, cards=2)


def proof(solution: Solution, side: int, listed: list[Group] | None = None) -> np.ndarray:
    space = solution.space
    states = space.tables.states[: space.count]
    return certify(space.game, states, solution.arrays.plan, listed or groups(space), side)[0]


@pytest.mark.parametrize(("game", "instead"), [(SHOWDOWN, "the highest bid"), (SIEGE, "the first option")])
def test_a_strategy_that_was_tampered_with_is_worth_less(game: Game, instead: str) -> None:
    solution = parlour.solve(game)
    start = solution.space.number(game.start())
    before = proof(solution, 0)[start]
    plan = solution.arrays.plan
    for number in range(solution.space.count):
        begin, options = plan.begins[number, 0], len(game.actions(solution.space.state(number), 0))
        place = max(0, options - 1) if instead == "the highest bid" else 0
        plan.chosen[begin : begin + plan.sizes[number, 0]] = place
    after = proof(solution, 0)[start]
    assert after < before - 0.1


@pytest.mark.parametrize("game", [SHOWDOWN, SIEGE])
def test_an_order_that_does_not_hold_is_found_out(game: Game) -> None:
    solution = parlour.solve(game)
    with pytest.raises(Unproved):
        proof(solution, 0, list(reversed(groups(solution.space))))


@pytest.mark.parametrize("game", [SHOWDOWN, SIEGE])
def test_a_state_that_is_missing_is_found_out(game: Game) -> None:
    solution = parlour.solve(game)
    space = solution.space
    listed = groups(space)
    begun = listed[0].states[0]
    states = space.tables.states[: space.count].copy()
    states[begun] = -7  # nothing leads here, so what led to the state that was here leads nowhere
    with pytest.raises(Unproved):
        certify(space.game, states, solution.arrays.plan, listed, 1)


def test_a_cycle_that_is_passed_off_as_none_is_found_out() -> None:
    solution = parlour.solve(SIEGE)
    with pytest.raises(Unproved):
        proof(solution, 0, [Group(group.states, False) for group in groups(solution.space)])


def test_it_shares_no_code_with_the_solver() -> None:
    own = {"parlour.solver.certificate", "parlour.solver.kernels.respond"}
    bundled = {kernel.name for kernel in closure((certificate.RESPOND, CPU.kernel))}
    assert {name for name in bundled if name.startswith("parlour.solver")} == {certificate.RESPOND}
    folder = Path(certificate.__file__).parent
    for name in ("certificate.py", "kernels/respond.py"):
        for node in ast.walk(ast.parse((folder / name).read_text())):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("parlour.solver"):
                assert node.module in own | {"parlour.solver.plan"}  # the shape of a plan


def test_play_that_can_be_kept_up_for_ever_is_worth_a_draw_and_no_more() -> None:
    """END-1. Whoever would lose by moving can rest at base; nobody can be made to move."""
    solution = parlour.solve(parlour.game("tower-siege", tower=4, stride=1, cards=2))
    assert solution.certificate == (0, 0, 0)
