# mypy: ignore-errors
# (it has a virtual environment of its own: see README.md)
"""Positions of a game as a taskset of verifiers. The reward is what an answer keeps, from the exact solution."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

import verifiers.v1 as vf

import parlour
from parlour.arena.evaluation.sampling import SampledPosition, positions_met_by
from parlour.games.line import Line
from parlour.players.models.prompt import Prompt, position_of
from parlour.players.models.replies import read
from parlour.players.models.settings import STANDARD
from parlour.players.models.wording import wording_of


class PositionData(vf.TaskData):
    game: str
    turns: list[list[int]]
    player: int
    phase: str


class PositionTask(vf.Task[PositionData]):
    @vf.reward(weight=1.0)
    async def kept(self, trace: vf.Trace) -> float:
        """1 for an answer without a loss, 0 for one that is not legal or makes a won position a lost one."""
        game, data = parlour.game(self.data.game), self.data
        at = SampledPosition(Line(game, data.turns), data.player, data.phase)
        position = position_of(at.view(), wording_of(game))
        action = read(trace.last_reply, False, position.labels, position.forms).meaning
        return 0.0 if action is None else 1.0 - parlour.solve(game).loss(at.line.state, at.player, action) / 2


class PositionsConfig(vf.TasksetConfig):
    game: str = "token-showdown"
    samples: int = 20


class PositionsTaskset(vf.Taskset[PositionTask, PositionsConfig]):
    def load(self) -> Iterable[PositionTask]:
        game, prompt = parlour.game(self.config.game), Prompt(STANDARD)
        for at in islice(positions_met_by("perfect", game, seed=1), self.config.samples):
            position = position_of(at.view(), wording_of(game))
            data = PositionData(
                system_prompt=prompt.system(position, structured=False),
                prompt=prompt.user(position, legal_actions=True),
                game=game.name,
                turns=[list(choices) for choices in at.line.choices],
                player=at.player,
                phase=at.phase,
            )
            yield PositionTask(data, self.config.task)


__all__ = ["PositionsTaskset"]
