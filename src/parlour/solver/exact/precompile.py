"""Compiles the simplex method in a second process while this one compiles the rules: Numba uses one core.

It is compiled once per machine. If the second process fails, this one compiles it when it is needed.
"""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import numpy as np

from parlour.fast.compile import library
from parlour.fast.threads import cores
from parlour.solver.exact.certificate import certify
from parlour.solver.exact.induction import SWEEP, sweep
from parlour.solver.states.explorer import Explorer
from parlour.solver.states.mixes import NO_MIXES, Group
from parlour.solver.states.stage import Outcomes


@contextmanager
def compile_simplex() -> Iterator[bool]:
    """Has the simplex method compiled at the end. The block learns whether that is going on while it runs."""
    process = None if cores() == 1 or is_compiled() else start()
    try:
        yield process is not None
    except BaseException:
        if process:
            process.terminate()
        raise
    finally:
        if process:
            process.wait()


def start() -> subprocess.Popen[bytes] | None:
    command = [sys.executable, "-m", "parlour.solver.exact.precompile"]
    with suppress(OSError):
        return subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return None


def compile_certificate(explorer: Explorer) -> None:
    """Compiles the proof, by proving nothing."""
    kinds = [False, True] if explorer.cyclic else [False]
    groups = [Group(np.zeros(0, np.int32), cyclic) for cyclic in kinds]
    certify(explorer.game, explorer.states, NO_MIXES, groups, side=0)


def is_compiled() -> bool:
    """Whether Numba has it in its cache, or could not put it there."""
    file = Path(str(library(SWEEP).__file__))
    return not file.exists() or any(file.parent.glob(f"__pycache__/{file.stem}.sweep-*.nbi"))


if __name__ == "__main__":  # compiles the simplex method, by solving nothing
    whole, number, options = np.zeros(0, np.int32), np.zeros(1, np.int64), np.zeros((0, 2), np.int32)
    sweep(Outcomes(whole, options, number, whole, np.zeros(4), number, np.zeros(0)), np.zeros(0))
