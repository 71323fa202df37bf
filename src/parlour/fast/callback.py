"""Duels against a function that is asked for chances in many states at once, such as a network."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from parlour.games.errors import IllegalAction, ParlourError

if TYPE_CHECKING:
    from parlour.fast.duel import Duel

Function = Callable[[Any, Any, int], Any]
TOLERANCE = 1e-4  # how far the sum of chances may be from 1: networks calculate with few digits


class Callback:
    """Asks the opponent, a function `(table, legal, player)`, as often as games wait for it.

    `table` has one state in each row, `legal[row, action]` says what is legal, and the answer has the chance of each
    action in the same shape. They are arrays of the device.
    """

    def __init__(self, function: Function) -> None:
        self.function = function

    def open(self, duel: Duel, chosen: Any, next_game: bool, starts: Any) -> None:
        """Starts new games in the chosen slots, up to your first turn."""
        duel.loop("begin_chosen_slots")(*duel.games, chosen, next_game, starts)
        sealed = duel.device.take(np.full(duel.size, -1, np.int32))
        self._reply(duel, sealed, duel.zeros(dtype=np.int8))

    def step(self, duel: Duel, actions: Any, results: tuple[Any, ...]) -> None:
        """Plays your actions. If the function fails, every game stays as it was."""
        before = [duel.device.copy(array) for array in duel.games]
        try:
            self._step(duel, actions, results)
        except BaseException:
            duel.table, duel.turns, duel.restarts, duel.over = before
            raise

    def _step(self, duel: Duel, actions: Any, results: tuple[Any, ...]) -> None:
        sealed, wrong, fresh = (duel.zeros(dtype=kind) for kind in (np.int32, np.int8, np.bool_))
        count = duel.game.action_count()
        duel.loop("lead_slots")(*duel.games, actions, count, *duel.limits, sealed, wrong, fresh)
        self._reply(duel, sealed, wrong)
        duel.loop("judge_slots")(*duel.games, *duel.limits, wrong, fresh, duel.same_step, *results)
        if duel.same_step:
            self._reply(duel, sealed, wrong)  # in new games the opponent may be the first to act

    def _reply(self, duel: Duel, sealed: Any, wrong: Any) -> None:
        """Lets the opponent play until you are to act in every game."""
        device, waits = duel.device, duel.zeros(dtype=np.int8)
        while True:
            duel.loop("wait_slots")(*duel.games, *duel.limits, sealed, wrong, waits)
            waiting = np.asarray(device.host(waits))
            if not waiting.any():
                return
            for player in (0, 1):
                asked = waiting == player + 1
                if asked.any():
                    self._ask(duel, asked, player, sealed)

    def _ask(self, duel: Duel, asked: Any, player: int, sealed: Any) -> None:
        device, count = duel.device, int(asked.sum())
        positions = device.take(np.where(asked, np.cumsum(asked) - 1, -1).astype(np.int32))
        states = device.empty((count, len(duel.fields)), duel.dtype)
        legal = device.empty((count, duel.game.action_count()), np.bool_)
        duel.loop("collect_slots")(duel.table, positions, np.int32(player), states, legal)
        chances = device.take_floats(self.function(states, legal, player))
        if chances.shape != legal.shape or chances.dtype.kind != "f":
            kind = f"{chances.dtype} of shape {chances.shape}"
            raise ParlourError(f"the opponent must return chances of shape {legal.shape}, not {kind}")
        wrong = device.first("first_unclear_slot", duel.size, duel.table, positions, chances, legal)
        if wrong is not None:
            raise self._unclear(duel, wrong, player, device.host(chances)[int(asked[:wrong].sum())])
        answers = positions, np.int32(player), chances, legal, sealed
        settings = duel.seeds, *duel.limits, duel.lookup
        duel.loop("reply_slots")(duel.table, duel.turns, duel.restarts, *answers, *settings)

    def _unclear(self, duel: Duel, slot: int, player: int, chances: Any) -> IllegalAction:
        state = duel.state(slot)
        given = {action: float(chances[action]) for action in duel.game.actions(state, player)}
        return IllegalAction(
            f"the opponent's chances in slot {slot}, {state}, must be at least 0 and sum to 1 over the legal actions; "
            f"the lowest is {min(given.values()):.6g}, and they sum to {sum(given.values()):.6g}"
        )
