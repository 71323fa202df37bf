# mypy: ignore-errors
# (it has a virtual environment of its own: see README.md)
"""One seat of a game of Parlour as an environment of OpenEnv, served over WebSockets.

python parlour_env.py                 # serves it, and plays one match as a client
"""

from __future__ import annotations

import random
import threading
import time
from typing import Any

import uvicorn
from openenv.core.env_server import create_fastapi_app
from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import Action, Observation, State
from openenv.core.generic_client import GenericEnvClient

import parlour
from parlour.match.match import Match
from parlour.players import player
from parlour.players.driver import let_choose


class Choice(Action):
    action: int


class Position(Observation):
    state: dict[str, int]
    actions: list[int]


class ParlourEnvironment(Environment[Choice, Position, State]):
    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self, game: str = "tower-siege", seat: int = 1, opponent: str = "hard") -> None:
        super().__init__()
        self.game, self.seat, self.opponent = parlour.game(game), seat, player(opponent)
        self.match = Match(self.game)

    def reset(self, seed: int | None = None, episode_id: str | None = None, **_: Any) -> Position:
        self.match = Match(self.game, seed=seed or 0)
        return self._position()

    def step(self, action: Choice, timeout_s: float | None = None, **_: Any) -> Position:
        self.match.choose(self.seat, action.action)  # an illegal action is an error, and the client may choose again
        return self._position()

    @property
    def state(self) -> State:
        return State(step_count=len(self.match.line))

    def _position(self) -> Position:
        other = 1 - self.seat
        while other in self.match.to_act and other not in self.match.view().chosen:
            let_choose(self.match, other, self.opponent)
        view = self.match.view(self.seat)
        reward = float(self.game.returns(self.match.state)[self.seat])
        return Position(
            state=view.state._asdict(), actions=list(view.actions), reward=reward, done=not self.match.to_act
        )


app = create_fastapi_app(ParlourEnvironment, Choice, Position)

if __name__ == "__main__":
    server = uvicorn.Server(uvicorn.Config(app, port=8200, log_level="warning"))
    thread = threading.Thread(target=server.run)
    thread.start()
    while not server.started:
        time.sleep(0.05)
    with GenericEnvClient(base_url="http://127.0.0.1:8200").sync() as client:
        result, chance = client.reset(seed=1), random.Random(1)
        while not result.done:
            chosen = chance.choice(result.observation["actions"])
            result = client.step({"action": chosen})
            print(chosen, result.observation["state"], result.reward)
    server.should_exit = True
    thread.join()
