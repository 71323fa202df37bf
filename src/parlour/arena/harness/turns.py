"""The decisions of a played match, each with the states before and after it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple, cast

from parlour.games.contract import Decision, State
from parlour.games.game import Game


class Turn(NamedTuple):
    before: State
    actors: tuple[int, ...]
    actions: tuple[int, int]  # by seat; of a player who was not to act, it means nothing
    after: State


def turns(game: Game, decisions: Iterable[Decision]) -> Iterator[Turn]:
    """Replays decisions that were checked when they were read."""
    state = game.start()
    for decision in decisions:
        actions = decision if isinstance(decision, tuple) else (decision, decision)
        after = cast(State, game.module.play(game.rules, state, *actions))
        yield Turn(state, game.to_act(state), actions, after)
        state = after
