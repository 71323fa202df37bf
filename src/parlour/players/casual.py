"""The pool: simple strategies that stand for a casual person. The levels are calibrated against it.

Each strategy follows one habit, but one choice in ten is a slip: any action, all equally likely. A strategy names its
option by number, counted from 0, and the last option counts for all numbers beyond it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parlour.games.contract import State
from parlour.games.game import Game
from parlour.players.base import MixedPlayer
from parlour.players.uniform import Uniform
from parlour.solver.stages import Stage

SLIPS = 0.1  # the share of choices that are slips
Column = NDArray[np.int64]


class Seen:
    """Many states from one player's seat. Every field is a column."""

    def __init__(self, fields: Sequence[str], states: NDArray[Any], player: int, counts: Column) -> None:
        columns: list[Column] = list(states.T.astype(np.int64))
        self.columns = dict(zip(fields, columns, strict=True))
        self.player = player
        self.counts = counts  # how many options the player has

    def __getitem__(self, field: str) -> Column:
        return self.columns[field]

    def own(self, field: str) -> Column:
        return self.columns[f"{field}{self.player + 1}"]

    def others(self, field: str) -> Column:
        return self.columns[f"{field}{2 - self.player}"]


Strategy = Callable[[Seen], Any]


class Casual(MixedPlayer):
    """Follows one strategy, with slips."""

    def __init__(self, strategy: Strategy) -> None:
        self.strategy = strategy

    def mix(self, game: Game, state: State, player: int) -> Mapping[int, float]:
        actions = game.actions(state, player)
        seen = Seen(state._fields, np.array([state]), player, np.array([len(actions)]))
        chances = np.full(len(actions), SLIPS / max(1, len(actions)))
        chances[self.options(seen)] += 1.0 - SLIPS
        return dict(zip(actions, chances.tolist(), strict=True))

    def chances_in(self, stage: Stage) -> NDArray[np.float64]:
        """The same in many states at once."""
        fields, states = stage.space.game.start()._fields, stage.space.states[stage.states]
        chances = np.repeat(SLIPS / stage.counts, stage.counts)
        for player in (0, 1):
            seen = Seen(fields, states, player, stage.options[:, player].astype(np.int64))
            chances[stage.begins[:, player] + self.options(seen)] += 1.0 - SLIPS
        return chances

    def options(self, seen: Seen) -> Column:
        chosen: Column = np.clip(self.strategy(seen), 0, seen.counts - 1)
        return chosen


def largest(seen: Seen) -> Column:
    return seen.counts


def smallest(seen: Seen) -> Column:
    return 0 * seen.counts


# Token Showdown: option 0 bids 1 token.


def showdown_third(seen: Seen) -> Any:
    return seen.own("tokens") // 3 - 1


def showdown_ten(seen: Seen) -> Any:
    return 0 * seen.own("tokens") + 9


def showdown_even_shares(seen: Seen) -> Any:
    """Spreads the purse over the points that are missing; the game is to 5."""
    return seen.own("tokens") // np.maximum(1, 5 - seen.own("points")) - 1


def showdown_half(seen: Seen) -> Any:
    return seen.own("tokens") // 2 - 1


# Resource War: option 0 bids nothing.


def war_third(seen: Seen) -> Any:
    return (seen.own("bidding") + 2) // 3


def war_half(seen: Seen) -> Any:
    return (seen.own("bidding") + 1) // 2


def war_one(seen: Seen) -> Any:
    return 0 * seen.counts + 1


# Token Tactics: in a turn, option 0 fortifies and option 1 attacks; in a battle, the attacker's option 0 is 1 token and
# the defender's is none.


def tactics_attack_with_a_third(seen: Seen) -> Any:
    return np.where(seen["battle"] == 1, seen.own("reserve") // 3, 1)


def tactics_attack_with_half(seen: Seen) -> Any:
    return np.where(seen["battle"] == 1, seen.own("reserve") // 2, 1)


def tactics_fortify_first(seen: Seen) -> Any:
    """Attacks only with a full reserve."""
    return np.where(seen["battle"] == 1, seen.own("reserve") // 3, 0)


def tactics_attack_when_ahead(seen: Seen) -> Any:
    return np.where(seen["battle"] == 1, seen.own("reserve") // 2, seen.own("reserve") > seen.others("reserve"))


# Tower Siege: the last option is the longest move, and in a battle the highest card.


def siege_long_moves_low_cards(seen: Seen) -> Any:
    return np.where(seen["battle"] == 1, 0, seen.counts)


def siege_long_moves_middle_cards(seen: Seen) -> Any:
    return np.where(seen["battle"] == 1, seen.counts // 2, seen.counts)


def siege_rest_when_few_cards(seen: Seen) -> Any:
    """Rests at base with fewer than three cards, and plays the highest card."""
    few = np.bitwise_count(seen.own("hand")) < 3
    return np.where((seen["battle"] == 0) & (seen.own("position") == 0) & few, 0, seen.counts)


# Color Capture: option 0 takes the left token, option 1 the right one.


def capture_colors(seen: Seen, holdings: Callable[[str], Column]) -> tuple[Column, Column]:
    """How many tokens of the colours at the left and at the right end are held."""
    held = np.stack([holdings(color) for color in ("red", "blue", "green")])
    left = seen["taken_left"] % 3
    right = (seen["taken_left"] + seen["remaining"] - 1) % 3
    places = np.arange(len(left))
    return held[left, places], held[right, places]


def capture_greedy(seen: Seen) -> Any:
    """Takes the colour of which it has more; if equal, from the left."""
    left, right = capture_colors(seen, seen.own)
    return right > left


def capture_spoil(seen: Seen) -> Any:
    """Takes the colour of which the opponent has more; if equal, from the right."""
    left, right = capture_colors(seen, seen.others)
    return right >= left


POOL: dict[str, tuple[Strategy, ...]] = {
    "tower-siege": (largest, siege_long_moves_low_cards, siege_long_moves_middle_cards, siege_rest_when_few_cards),
    "token-tactics": (
        tactics_attack_with_a_third,
        tactics_attack_with_half,
        tactics_fortify_first,
        tactics_attack_when_ahead,
    ),
    "token-showdown": (showdown_third, showdown_half, showdown_even_shares, showdown_ten),
    "color-capture": (smallest, largest, capture_greedy, capture_spoil),
    "resource-war": (war_third, war_half, war_one, largest),
}


def pool(game: Game) -> list[Casual | Uniform]:
    """The strategies of a game; uniform play for a game that has none."""
    return [Casual(strategy) for strategy in POOL.get(game.name, ())] or [Uniform()]
