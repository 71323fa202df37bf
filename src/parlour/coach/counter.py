"""The best counter to a known policy, and where a player missed it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from parlour.games.contract import Decision, State
from parlour.games.game import Game
from parlour.games.vocabulary import seen_by
from parlour.solver.explored import explored
from parlour.solver.matchup import Matchup
from parlour.solver.policy import Policy, as_function
from parlour.solver.progress import Progress, silent
from parlour.solver.replies import Replies
from parlour.solver.stages import stages

DIGITS = 6  # of values; more are rounding errors


class Missed(NamedTuple):
    """A choice, and the best one. Values are to the player, for the best counter from the next decision on."""

    number: int  # of the decision, from 1
    state: State
    action: int
    value: float
    best: int
    best_value: float


class Prospect(NamedTuple):
    """What an action gets in the end, and what of that at once: of two that are equally good, the quicker is better."""

    value: float
    at_once: float


class Counter(NamedTuple):
    value: float  # what the best counter gets from the start, to the player
    missed: Missed | None  # where the player would have gained most; None if no choice was worse than the best


def counter(
    game: Game, policy: Policy, player: int, decisions: Iterable[Decision], progress: Progress = silent
) -> Counter:
    """The best that `player` could have done in a match against an opponent who followed the policy."""
    met = best_values(game, policy, player, progress)
    worst, state = None, game.start()
    for number, decision in enumerate(decisions, start=1):
        actions = game.checked_decision(state, decision)
        if player in game.to_act(state):
            prospects = prospects_of(met, policy, state, player)
            best, played = max(prospects, key=lambda action: prospects[action]), actions[player]
            missed = Missed(number, state, played, prospects[played].value, best, prospects[best].value)
            if worst is None or gain(missed) > gain(worst):
                worst = missed
        state = game.play(state, *actions)
    return Counter(seen_by(player, met.expected), worst if worst is not None and gain(worst) > 0.0 else None)


def gain(missed: Missed) -> float:
    return missed.best_value - missed.value


def best_values(game: Game, policy: Policy, player: int, progress: Progress) -> Matchup:
    """The best counter against the policy, in every state."""
    space, solved = explored(game, getattr(policy, "consults_solution", False), progress)
    replies, done = Replies(player, space.count), 0
    for stage in stages(space, solved):
        replies.add(stage, stage.mixes_of(policy, (1 - player,)), lambda _: progress("responding", None))
        done += len(stage.states)
        progress("responding", done / space.count)
    return Matchup(space, replies.values)


def prospects_of(met: Matchup, policy: Policy, state: State, player: int) -> dict[int, Prospect]:
    """What each action gets on average against the policy, for the best counter afterwards."""
    game = met.space.game
    replies = as_function(game, policy)(state, 1 - player) if 1 - player in game.to_act(state) else {0: 1.0}
    prospects = {}
    for action in game.actions(state, player):
        value = at_once = 0.0
        for reply, chance in replies.items():
            after = game.play(state, action, reply) if player == 0 else game.play(state, reply, action)
            value += chance * seen_by(player, met.value(after))
            at_once += chance * game.returns(after)[player]
        prospects[action] = Prospect(round(value, DIGITS), at_once)
    return prospects
