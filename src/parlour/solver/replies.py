"""The best that one player can do against a known policy, stage by stage."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from parlour.fast.compile import library
from parlour.solver.decision_process import OUTSIDE, Process, solve_process
from parlour.solver.stages import Stage, some_of

KERNEL = "parlour.solver.kernels.response"


class Replies:
    """What is known so far, by the number of the state. Values are for the first player.

    Where play can cycle, values that are `proved` are never too low for the player who replies, but can be too high;
    the others are as accurate as rounding allows. Elsewhere there is no difference.
    """

    def __init__(self, player: int, count: int, proved: bool = False) -> None:
        self.player, self.proved = player, proved
        self.values = np.zeros(count)
        self.options = np.zeros(count, np.int32)  # the best ones

    def add(self, stage: Stage, mixes: NDArray[np.float64], progress: Callable[[int], None]) -> None:
        """Fills in a stage, given the chances of the other player. Within a cycle, `progress` gets 0 now and then."""
        if stage.cyclic:
            gains, choices = solve_process(self._process(stage, mixes), self.proved, progress)
            self.values[stage.states] = gains if self.player == 0 else -gains
            self.options[stage.states] = choices
            return
        games, kernel, most = stage.games, library(KERNEL), int(stage.options.max(initial=1))

        def work(part: NDArray[np.int64]) -> None:
            kernel.reply(some_of(games, part), mixes, self.player, self.values, self.options, np.zeros((3, most)))

        stage.share_out(work)

    def _process(self, stage: Stage, mixes: NDArray[np.float64]) -> Process:
        """What the player can choose in a cycle, and what follows."""
        games, count = stage.games, len(stage.states)
        positions = np.full(len(self.values), OUTSIDE, np.int32)
        positions[stage.states] = np.arange(count, dtype=np.int32)
        choices, room = int(stage.options[:, self.player].sum()), len(games.outcomes)
        process = Process(
            choices=np.zeros(count + 1, np.int64),
            outcomes=np.zeros(choices + 1, np.int64),
            targets=np.zeros(room, np.int32),
            chances=np.zeros(room),
            payoffs=np.zeros(room),
        )
        library(KERNEL).fill_process(games, mixes, self.player, positions, self.values, process)
        used = int(process.outcomes[-1])
        shorter = {name: getattr(process, name)[:used] for name in ("targets", "chances", "payoffs")}
        return process._replace(**shorter)
