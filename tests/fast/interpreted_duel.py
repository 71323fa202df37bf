"""A duel in the interpreter, to compare compiled duels with."""

from __future__ import annotations

from typing import Any

import numpy as np

from parlour.fast import Duel
from parlour.fast.random_stream import Key, draw, game_key, seed_words
from parlour.games.contract import State
from parlour.games.game import Game


def at_random(game: Game, state: State, player: int, key: Key, count: int) -> int:
    actions = game.actions(state, player)
    return actions[draw(key, count, len(actions))]


class Slot:
    """One slot of a duel, in the interpreter."""

    def __init__(
        self, game: Game, slot: int, size: int, seed: int, seat: Any, max_turns: int, opponent: Any = at_random
    ) -> None:
        self.game, self.slot, self.size, self.seats, self.max_turns = game, slot, size, seat, max_turns
        self.opponent = opponent
        self.low, self.high = seed_words(seed)
        self.restarts = -1
        self.begin()

    def begin(self) -> None:
        self.restarts += 1
        self.seat = self.restarts % 2 if self.seats == "alternate" else self.seats
        self.state: State = self.game.start()
        self.turns, self.over = 0, False
        self.opponent_plays()

    def drawn(self, player: int) -> int:
        key = game_key(self.low, self.high, self.slot + self.restarts * self.size)
        chosen = int(self.opponent(self.game, self.state, player, key, 2 * self.turns + player))
        assert chosen in self.game.actions(self.state, player)
        return chosen

    def opponent_plays(self) -> None:
        while self.game.to_act(self.state) == (1 - self.seat,) and self.turns < self.max_turns:
            action = self.drawn(1 - self.seat)
            self.state = self.game.play(self.state, action, action)
            self.turns += 1

    def step(self, action: int) -> tuple[int, bool, bool]:
        """The reward, whether the game is over, and whether it was cut off."""
        game, forfeited = self.game, False
        if self.seat in game.to_act(self.state) and self.turns < self.max_turns:
            if action in game.actions(self.state, self.seat):
                both = [action, action]
                if len(game.to_act(self.state)) == 2:
                    both[1 - self.seat] = self.drawn(1 - self.seat)
                self.state = game.play(self.state, *both)
                self.turns += 1
                self.opponent_plays()
            else:
                forfeited = True
        terminated = forfeited or game.is_over(self.state)
        truncated = not terminated and self.turns >= self.max_turns
        self.over = terminated or truncated
        return -1 if forfeited else game.returns(self.state)[self.seat], terminated, truncated

    @property
    def row(self) -> list[int]:
        return [*self.game.shown(self.state), self.seat]

    @property
    def allowed(self) -> tuple[int, ...]:
        return (0,) if self.over else self.game.actions(self.state, self.seat) or (0,)


def follow(
    game: Game,
    seat: Any,
    same_step: bool,
    steps: int,
    size: int = 5,
    max_turns: int = 30,
    opponent: Any = None,
    interpreted: Any = at_random,
) -> int:
    """Steps a duel and its copy in the interpreter side by side; returns how many games ended."""
    chance, seed, ended = np.random.default_rng(3), 2**40 + 7, 0
    settings: Any = {"seat": seat, "max_turns": max_turns, "illegal": "forfeit", "same_step": same_step}
    duel = Duel(game, size, seed, opponent=opponent, **settings)
    _, mask = duel.reset(seed)
    slots = [Slot(game, slot, size, seed, seat, max_turns, interpreted) for slot in range(size)]
    for _ in range(steps):
        actions = np.array([chance.choice(np.flatnonzero(row)) for row in mask])
        wild = chance.random(size) < 0.05
        actions[wild] = chance.integers(-2, game.action_count() + 3, wild.sum())
        before = [slot.over for slot in slots]
        outcome = duel.step(actions)
        for k, slot in enumerate(slots):
            if before[k]:
                slot.begin()
                expected = (0, False, False)
            else:
                expected = slot.step(int(actions[k]))
            assert (outcome.rewards[k], outcome.terminated[k], outcome.truncated[k]) == expected
            ended += slot.over
            if same_step and slot.over:
                assert outcome.final[k].tolist() == slot.row
                slot.begin()
            assert outcome.observation[k].tolist() == slot.row
            assert tuple(np.flatnonzero(outcome.mask[k])) == slot.allowed
            assert duel.state(k) == slot.state
            assert duel.seats[k] == slot.seat
        mask = outcome.mask
    return ended
