"""The player `reader`: exploits a model of a person, and risks little if the model is wrong.

It starts from perfect play, which guarantees the proved bound of the seat. In every choice it takes the best mix
against the model of the person, among those that guarantee enough: the guarantee may fall by the rest of the stated
risk. The person's losses raise the guarantee, and may be risked as well (Ganzfried and Sandholm, "Safe opponent
exploitation", 2015). So against any opponent, it gets at least the proved bound of its seat minus the risk.
"""

from collections.abc import Mapping
from functools import cache
from math import prod
from random import Random
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from parlour.games.contract import State
from parlour.games.line import Line
from parlour.match.match import View
from parlour.players.base import draw
from parlour.players.basic import Perfect
from parlour.players.habits.person import Person
from parlour.solver.exact.matrix_games import matrix_game
from parlour.solver.memory import solution_of
from parlour.solver.policies.matchup import matchups
from parlour.solver.progress import Progress, silent
from parlour.solver.solution import Solution, own_rows

RISK = 0.1  # a win and a loss are 2 apart
LAST = 100  # turns; after them it plays perfectly, or it could keep its guarantee forever without ever winning
LARGE = 20_000_000  # outcomes; in a larger game, the person's later choices are not calculated
SAMPLE = 200  # states, to estimate how many outcomes there are
STEPS = 12  # of the search for a mix
DIFFERENT = 0.01  # chances that are closer are the same
ROUNDING = 1e-9


class RiskPlan(NamedTuple):
    """How to choose in a position."""

    mix: NDArray[np.float64]  # by option
    gains: NDArray[np.float64]  # by the opponent's option: how much more is guaranteed after it, or less


class Reader:
    """Plays one seat against the person of a model.

    `since` is how many turns the match has had when the reader sits down. It does not know the risks taken in them,
    so it risks no more than the person's losses from there on.
    """

    consults_solution = True

    def __init__(
        self, person: Person, player: int, risk: float = RISK, since: int = 0, progress: Progress = silent
    ) -> None:
        self.person, self.player, self.risk, self.since = person, player, risk, since
        self.game = person.game
        self.solution = solution_of(self.game, progress)
        self.worth = worth_against(person, player, self.solution, progress)
        self.plan = cache(self._plan)  # the same positions come again

    def choose(self, view: View, random: Random) -> int:
        return draw(self.mix_after(Line(view.game, view.choices)), random)

    def mix_after(self, line: Line) -> Mapping[int, float]:
        """How it chooses after this line: the chance of each action."""
        if len(line) >= LAST:
            return self.solution.policy(line.state, self.player)
        mix = self.plan(line.state, self.risk_left(line)).mix
        return dict(zip(self.game.actions(line.state, self.player), mix.tolist(), strict=True))

    def leaves_perfect_play(self, line: Line) -> bool:
        """Whether it chooses otherwise than a perfect player after this line."""
        mix, perfect = self.mix_after(line), self.solution.policy(line.state, self.player)
        return any(abs(chance - perfect.get(action, 0.0)) > DIFFERENT for action, chance in mix.items())

    def risk_left(self, line: Line) -> float:
        """The rest of the risk after this line."""
        left = 0.0 if self.since else self.risk
        for turn in line.turns[self.since : LAST]:
            options = self.game.actions(turn.before, 1 - self.player)
            reply = options.index(turn.both[1 - self.player]) if options else 0
            left = max(0.0, left + float(self.plan(turn.before, left).gains[reply]))
        return left

    def _plan(self, state: State, left: float) -> RiskPlan:
        """How it chooses if the guarantee may fall by the rest of the risk."""
        solution, other = self.solution, 1 - self.player
        after, bounds = solution.next_states(state), (solution.lower, solution.upper)[self.player]
        guaranteed = own_rows(after.of(bounds), self.player)
        floor = float(bounds[solution.states.number(state)]) * (1 if self.player == 0 else -1)
        perfect = self._chances(state, self.player, self.solution.policy(state, self.player))
        is_answered = other in self.game.to_act(state)
        reply = self._chances(state, other, self.person.expected(state, other) if is_answered else {})
        expected = own_rows(after.of(self.worth), self.player) @ reply
        mix = exploiting_mix(perfect, guaranteed, expected, floor - left)
        return RiskPlan(mix, mix @ guaranteed - floor)

    def _chances(self, state: State, player: int, mix: Mapping[int, float]) -> NDArray[np.float64]:
        """A mix by option; a player who is not to act has one option."""
        return np.array([mix.get(action, 0.0) for action in self.game.actions(state, player)] or [1.0])


def worth_against(person: Person, player: int, solution: Solution, progress: Progress) -> NDArray[np.float64]:
    """The worth of each state of the solution to the first player if this player continues perfectly.

    The other one is the person, or in a large game, where that would take long, perfect too.
    """
    if outcomes_of(solution) > LARGE:
        return solution.values
    pair = (0, 1) if player == 0 else (1, 0)
    return matchups(solution.game, [Perfect(), person], [pair], progress)[0].values


def outcomes_of(solution: Solution) -> float:
    """About how many pairs of actions there are in all states."""
    game, states = solution.game, solution.states.table
    sample = [type(game.start())(*row) for row in states[:: max(1, len(states) // SAMPLE)].tolist()]
    pairs = [prod(len(game.actions(state, player)) or 1 for player in (0, 1)) for state in sample]
    return len(states) * sum(pairs) / max(1, len(pairs))


def exploiting_mix(
    perfect: NDArray[np.float64], guaranteed: NDArray[np.float64], expected: NDArray[np.float64], floor: float
) -> NDArray[np.float64]:
    """The mix of options that is expected to get most, among those that guarantee the floor. `perfect` does that.

    `guaranteed` has a row for each option and a column for each reply. A weighted sum of both aims is a matrix game, so
    the search is for the largest weight of the expected result; between the last two mixes, the best is a mix of them.
    """
    floor = min(floor, float((perfect @ guaranteed).min())) - ROUNDING
    if expected.max() <= perfect @ expected + ROUNDING:
        return perfect
    safe, risky = perfect, np.zeros(len(expected))
    risky[expected.argmax()] = 1.0
    least, most = 0.0, 1.0
    for _ in range(STEPS):
        if (risky @ guaranteed).min() >= floor:
            return risky
        weight = (least + most) / 2
        mix = matrix_game((1.0 - weight) * guaranteed + weight * expected[:, np.newaxis]).first
        if (mix @ guaranteed).min() >= floor:
            least, safe = weight, mix
        else:
            most, risky = weight, mix
    room, fall = safe @ guaranteed - floor, (safe - risky) @ guaranteed
    share = min(1.0, float((room[fall > room] / fall[fall > room]).min(initial=1.0)))
    mixed: NDArray[np.float64] = (1.0 - share) * safe + share * risky
    return mixed if mixed @ expected > perfect @ expected else perfect
