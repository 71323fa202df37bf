"""CFR+: OpenSpiel's solver in C++, on the tree that `parlour.efg` writes. An iteration goes through the whole tree.

It makes no random choices, so one seed is enough. The exploitability is OpenSpiel's, on the same
tree; it is what `parlour.envs.openspiel_policies.exploitability` finds for the same policy.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyspiel

import parlour

if TYPE_CHECKING:
    from curves import Step


def learn(game: parlour.Game, seed: int) -> Iterator[Step]:  # noqa: ARG001  # all methods have the same arguments
    tree = loaded(game)
    solver = pyspiel.CFRPlusSolver(tree)
    iterations = 0
    while True:
        yield iterations, lambda: float(pyspiel.exploitability(tree, solver.average_policy()))
        solver.evaluate_and_update_policy()
        iterations += 1


def loaded(game: parlour.Game) -> Any:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "game.efg"
        file.write_text(parlour.efg(game), encoding="utf-8")
        return pyspiel.load_game("efg_game", {"filename": str(file)})
