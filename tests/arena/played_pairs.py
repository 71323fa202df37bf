"""Pairs of matches between players of any kind, small variants, and players that are not of the graded family."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import parlour
from parlour.arena.harness.played import PlayedMatch
from parlour.games.contract import State
from parlour.games.game import Game
from parlour.players import play_match
from parlour.players.base import MixedPlayer
from parlour.solver.memory import solution_of

SMALL = [
    parlour.game("token-tactics", start=4, cap=6),
    parlour.game("token-showdown", tokens=8, points=2),
    parlour.game("tower-siege", tower=6, cards=3),
    parlour.game("color-capture"),
    parlour.game("resource-war", points=5, target=4),
]


class Stubborn(MixedPlayer):
    """Always chooses the lowest action."""

    def mix(self, game: Game, state: State, player: int) -> Mapping[int, float]:
        return {game.actions(state, player)[0]: 1.0}


class Cautious(MixedPlayer):
    """Each action is half as likely as the one before it, whatever its loss."""

    def mix(self, game: Game, state: State, player: int) -> Mapping[int, float]:
        weights = {action: 0.5**k for k, action in enumerate(game.actions(state, player))}
        return {action: weight / sum(weights.values()) for action, weight in weights.items()}


def played_pairs(game: Game, one: Any, other: Any, pairs: int, *, max_turns: int = 1000) -> list[PlayedMatch]:
    """Pairs of matches of player "X" against player "Y"."""
    solution_of(game).prepare()
    players, matches = {"X": one, "Y": other}, []
    for seed in range(pairs):
        for swapped in (False, True):
            names = ("Y", "X") if swapped else ("X", "Y")
            match = play_match(game, players[names[0]], players[names[1]], seed=seed, max_turns=max_turns)
            result = match.result
            matches.append(PlayedMatch(seed, swapped, game.name, names, seed, match.line, *result))
    return matches
