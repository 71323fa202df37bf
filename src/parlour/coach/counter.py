"""The best counter to a known policy: its score, the choices where a player missed it, and both in words."""

from typing import NamedTuple

from parlour.coach.explain import after_both
from parlour.games.contract import State
from parlour.games.game import Game
from parlour.games.line import Line
from parlour.games.vocabulary import seen_by
from parlour.players.habits.characters import Character
from parlour.solver.policies.best_response import best_values
from parlour.solver.policies.matchup import Matchup
from parlour.solver.policies.strategies import PolicyLike, as_strategy
from parlour.solver.progress import Progress, silent
from parlour.strategy import Strategy

DIGITS = 6  # of values; more are rounding errors


class MissedCounter(NamedTuple):
    """A choice, and the best one. Values are to the player, for the best counter from the next turn on."""

    number: int  # of the turn, from 1
    state: State
    action: int
    value: float
    best: int
    best_value: float

    @property
    def gain(self) -> float:
        return self.best_value - self.value


class BestCounter(NamedTuple):
    value: float  # of the best counter at the start, to the player
    missed: MissedCounter | None  # where the player would have gained most; None if no choice was worse than the best


def best_counter(policy: PolicyLike, line: Line, player: int, progress: Progress = silent) -> BestCounter:
    """The best that `player` could have done in a match against an opponent who followed the policy."""
    strategy = as_strategy(policy)
    met = best_values(line.game, strategy, player, progress)
    missed = []
    for number, turn in enumerate(line.turns, start=1):
        if player in turn.actors:
            prospects = prospects_of(met, strategy, turn.before, player)
            best, played = max(prospects, key=lambda action: prospects[action]), turn.both[player]
            choice = MissedCounter(number, turn.before, played, prospects[played][0], best, prospects[best][0])
            if choice.gain > 0.0:
                missed.append(choice)
    return BestCounter(seen_by(player, met.expected), max(missed, key=lambda choice: choice.gain, default=None))


def prospects_of(met: Matchup, strategy: Strategy, state: State, player: int) -> dict[int, tuple[float, float]]:
    """By action, the average result against the policy with the best counter afterwards, and its part won at once.

    Of two actions that are equally good, the quicker is better.
    """
    game = met.states.game
    replies = strategy.mix(game, state, 1 - player) if 1 - player in game.to_act(state) else {0: 1.0}
    prospects = {}
    for action in game.actions(state, player):
        value = at_once = 0.0
        for reply, chance in replies.items():
            after = after_both(game, state, player, action, reply)
            value += chance * seen_by(player, met.value(after))
            at_once += chance * game.returns(after)[player]
        prospects[action] = round(value, DIGITS), at_once
    return prospects


def counter_lines(character: Character, game: Game, player: int, found: BestCounter) -> list[str]:
    """The habit of the character, the score of the best counter, and the choices where this player missed it."""
    name, missed = character.name.capitalize(), found.missed
    lines = [
        f"{name} {character.habit(game).sentence}.",
        f"The best play against that scores {score_text(found.value)} on average.",
    ]
    if missed is None:
        return [*lines, "You did: no other choice would have been better against it."]
    best, played = (game.label(missed.state, player, action) for action in (missed.best, missed.action))
    scores = score_text(missed.best_value), score_text(missed.value)
    advice = f"{best} at #{missed.number} scores {scores[0]} from there on; {played} scores {scores[1]}."
    return [*lines, f"Against {name}, {advice}"]


def score_text(value: float) -> str:
    """`71%`: a share of wins, in which a draw is half of one."""
    return f"{50 * (value + 1):.0f}%"
