"""Positions worth practising: from your own matches, or from perfect play with an occasional slip."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING

from parlour.games.contract import Decision, State
from parlour.match.match import Match
from parlour.players.base import drawn
from parlour.terminal.missed import Position

if TYPE_CHECKING:
    from parlour.solver.solution import Solution

SLIP = 0.25  # how often an action is drawn from all, so that positions differ
LONGEST = 60  # decisions of a match that is played for its positions
TRIED = 3  # actions outside perfect play, of which one must give something away


def new_position(solution: Solution, own: Sequence[Match], random: Random) -> Position | None:
    """A position where a mistake is possible, from one of these matches or from a new one; None if there was none."""
    match = random.choice(own) if own and random.random() < 0.5 else played(solution, random)
    places = [(index, player) for index, step in enumerate(match.steps()) for player in step.actors]
    random.shuffle(places)
    for index, player in places:
        position = Position(solution.game, match.decisions[:index], player)
        if can_go_wrong(solution, position.state, player, random):
            return position
    return None


def played(solution: Solution, random: Random) -> Match:
    """A match between two players who play perfectly, but now and then do anything."""
    match = Match(solution.game)
    while match.to_act and len(match.decisions) < LONGEST:
        actions = [choice(solution, match.state, player, random) for player in match.to_act]
        decision: Decision = actions[0] if len(actions) == 1 else (actions[0], actions[1])
        match.decide(decision)
    return match


def choice(solution: Solution, state: State, player: int, random: Random) -> int:
    if random.random() < SLIP:
        return random.choice(solution.game.actions(state, player))
    return drawn(solution.policy(state, player), random)


def can_go_wrong(solution: Solution, state: State, player: int, random: Random) -> bool:
    """Whether some action gives something away. Not all are tried: in a large game that takes seconds."""
    perfect = solution.policy(state, player)
    others = [action for action in solution.game.actions(state, player) if action not in perfect]
    random.shuffle(others)
    return any(solution.loss(state, player, action) for action in others[:TRIED])
