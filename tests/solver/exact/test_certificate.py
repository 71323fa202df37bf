"""The certificate trusts neither the strategies nor the order of states that it is given."""

from __future__ import annotations

import ast
from pathlib import Path

import numpy as np
import pytest

import parlour
from parlour.fast.compile import CPU
from parlour.fast.rewrite import closure
from parlour.games.game import Game
from parlour.solver.exact import certificate, decision_process
from parlour.solver.exact.certificate import Unproved, certify
from parlour.solver.solution import Solution
from parlour.solver.states.mixes import Group, Mixes
from parlour.solver.states.stage import options_in

PROCESS = (decision_process.KERNEL, decision_process.COMPONENTS)
SHOWDOWN = parlour.game("token-showdown", tokens=8)
SIEGE = parlour.game("tower-siege", tower=5, stride=2, cards=2)


def proved_values(
    solution: Solution, side: int, groups: list[Group] | None = None, mixes: Mixes | None = None
) -> np.ndarray:
    explorer = solution.states.explorer
    return certify(solution.game, explorer.states, mixes or solution.policy.mixes, groups or explorer.groups(), side)


def always(options: np.ndarray) -> Mixes:
    """Chooses these options, by state and player."""
    return Mixes(np.arange(options.size).reshape(-1, 2), np.ones_like(options), options.ravel(), np.ones(options.size))


@pytest.mark.parametrize(("game", "instead"), [(SHOWDOWN, "the highest bid"), (SIEGE, "the first option")])
def test_a_strategy_that_was_tampered_with_guarantees_less(game: Game, instead: str) -> None:
    solution = parlour.solve(game)
    start = solution.states.number(game.start())
    before = proved_values(solution, 0)[start]
    counts = options_in(solution.states.explorer, np.arange(len(solution.states), dtype=np.int32))
    after = proved_values(solution, 0, mixes=always(counts - 1 if instead == "the highest bid" else 0 * counts))[start]
    assert after < before - 0.1


@pytest.mark.parametrize("game", [SHOWDOWN, SIEGE])
def test_a_wrong_order_of_states_is_detected(game: Game) -> None:
    solution = parlour.solve(game)
    with pytest.raises(Unproved):
        proved_values(solution, 0, list(reversed(solution.states.explorer.groups())))


@pytest.mark.parametrize("game", [SHOWDOWN, SIEGE])
def test_a_missing_state_is_detected(game: Game) -> None:
    solution = parlour.solve(game)
    explorer = solution.states.explorer
    groups, states = explorer.groups(), explorer.states.copy()
    states[groups[0].states[0]] = -7  # no state of the game
    with pytest.raises(Unproved):
        certify(game, states, solution.policy.mixes, groups, 1)


def test_a_cycle_that_is_declared_acyclic_is_detected() -> None:
    solution = parlour.solve(SIEGE)
    with pytest.raises(Unproved):
        proved_values(solution, 0, [Group(group.states, False) for group in solution.states.explorer.groups()])


def test_the_certificate_shares_no_code_with_the_solver() -> None:
    """Apart from the rules, the compiler, threads, the reward of a result, and mixes.py, which has no functions."""
    kernels = [kernel.name for kernel in closure((certificate.CERTIFICATE, *PROCESS, CPU.kernel))]
    own = [name.removeprefix("parlour.solver.") for name in kernels if name.startswith("parlour.solver.")]
    assert set(own) == {"kernels.certificate", "kernels.decision_process", "kernels.components"}
    folder = Path(certificate.__file__).parents[1]
    files = [
        folder.joinpath(*name.split(".")).with_suffix(".py")
        for name in ("exact.certificate", "exact.decision_process", *own)
    ]
    assert set[str]().union(*map(own_imports, files)) == {
        "parlour.games.errors",
        "parlour.games.game",
        "parlour.fast.compile",
        "parlour.fast.threads",
        "parlour.fast.kernels.turn",  # the reward of a win, a loss and a draw
        "parlour.fast.kernels.stubs",
        "parlour.solver.exact.certificate",
        "parlour.solver.exact.decision_process",
        "parlour.solver.states.mixes",
    }
    assert own_imports(folder / "states" / "mixes.py") == set()
    mixes = ast.parse((folder / "states" / "mixes.py").read_text())
    assert not [node for node in ast.walk(mixes) if isinstance(node, ast.FunctionDef | ast.Lambda)]


def own_imports(file: Path) -> set[str]:
    """The modules of Parlour that a file imports."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0
            names.add(node.module or "")
        elif isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
    return {name for name in names if name.startswith("parlour")}


def test_endless_play_is_worth_no_more_than_a_draw() -> None:
    """END-1. A player who would lose by moving can rest at base for ever."""
    solution = parlour.solve(parlour.game("tower-siege", tower=4, stride=1, cards=2))
    assert solution.certificate == (0, 0, 0)
