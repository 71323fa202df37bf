# mypy: ignore-errors
# (it has a virtual environment of its own: see README.md)
"""A game of Parlour as an environment of TextArena. An action is the name of a legal action: "bid 3".

Secret rounds ask one player after the other; nobody is told anything before both have chosen.
"""

from __future__ import annotations

import random
import sys
from typing import Any

import textarena as ta

import parlour
from parlour.games.errors import ParlourError
from parlour.games.line import turn_events
from parlour.match.match import Match


class ParlourEnv(ta.Env):
    def __init__(self, game: str, **rules: Any) -> None:
        self.game = parlour.game(game, **rules)

    def reset(self, num_players: int, seed: int | None = None) -> None:
        self.match = Match(self.game)
        self.state = ta.TwoPlayerState(num_players=num_players, seed=seed)
        self.state.reset(player_prompt_function=lambda **_: self.game.rulebook())
        self._ask()

    def step(self, action: str) -> tuple[bool, dict[str, Any]]:
        player = self.state.current_player_id
        chosen = {label: number for number, label in self._legal(player)}.get(action.strip())
        try:
            if chosen is None:
                raise ParlourError(f"{action.strip()[:40]!r} is not the name of a legal action.")
            if self.match.choose(player, chosen):
                lines = turn_events(self.game, self.match.line.public_turn(-1))
                self.state.add_observation("\n".join(lines), ta.ObservationType.GAME_ACTION_DESCRIPTION)
        except ParlourError as error:
            self.state.set_invalid_move(str(error))
        if self.match.result.outcome == "won":
            self.state.set_winner(self.match.result.winner, reason="won by the rules")
        elif self.match.result.outcome == "drawn":
            self.state.set_draw(reason="drawn by the rules")
        elif not self.state.done and not self.state.made_invalid_move:
            self._ask()
        return self.state.step(rotate_player=False)

    def _legal(self, player: int) -> list[tuple[int, str]]:
        view = self.match.view(player)
        return [(action, self.game.label(view.state, player, action)) for action in view.actions]

    def _ask(self) -> None:
        player = next(each for each in self.match.to_act if each not in self.match.view().chosen)
        self.state.manually_set_current_player_id(player)
        legal = ", ".join(label for _, label in self._legal(player))
        self.state.add_observation(f"Choose one of: {legal}", ta.ObservationType.GAME_MESSAGE, to_id=player)


if __name__ == "__main__":
    for name in sys.argv[1:] or parlour.game_names():
        env = ParlourEnv(name)
        env.reset(num_players=2, seed=1)
        done = False
        while not done:
            _, observation = env.get_observation()
            legal = observation[-1][1].removeprefix("Choose one of: ").split(", ")
            done, _ = env.step(random.choice(legal))
        rewards, info = env.close()
        print(f"{name}: {len(env.match.line)} turns, rewards {rewards}, {info[0]['reason']}")
