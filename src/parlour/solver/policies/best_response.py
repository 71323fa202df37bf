"""How much a policy loses to an opponent who knows it."""

import warnings
from collections.abc import Callable
from functools import partial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from parlour.fast.compile import library
from parlour.games.errors import WideProof
from parlour.games.game import Game
from parlour.solver.exact.decision_process import Process, positions_in, solve_process
from parlour.solver.memory import stages_for, states
from parlour.solver.policies.matchup import Matchup
from parlour.solver.policies.policy import Policy
from parlour.solver.policies.strategies import PolicyLike, as_strategy
from parlour.solver.progress import Progress, silent
from parlour.solver.states.mixes import Mixes
from parlour.solver.states.stage import Stage
from parlour.solver.states.states import States
from parlour.strategy import ask

KERNEL = "parlour.solver.kernels.response"
EXACT = 1e-9  # a wider interval is reported


class BestResponse(NamedTuple):
    """The best response to a policy, and its value."""

    value: float  # the result of the policy from the start, for the player who responds
    policy: Policy  # the best option in each state, for the player who responds
    at_most: float  # proved: no policy gets more


def best_response(game: Game, policy: PolicyLike, player: int, *, progress: Progress = silent) -> BestResponse:
    """The best that `player` can do against an opponent who follows the policy.

    The value is exact apart from rounding. Where play can cycle and leaves the cycle so rarely that rounding hides
    better choices, a `WideProof` warning says so, and the best value lies between `value` and `at_most`. A game that is
    too large to solve raises `TooLarge`. `progress` is a callback as in `solve`.
    """
    return best_responses(game, policy, (game.check_player(player),), progress)[0]


def exploitability(game: Game, policy: PolicyLike, *, progress: Progress = silent) -> float:
    """The gain of best responses against a policy that plays both sides, averaged over the two sides.

    0 is perfect play and 1 is the most. A policy is one of

    - a function `(state, player)` that returns the chance of each action, or a mapping from `(state, player)` to it;
    - a player with a `mix` method, such as those of the roster;
    - `parlour.batched(function)`, for a function `(table, legal, player)` on arrays, such as a network;
    - two arrays, one for each player, with a row for each state of `parlour.states(game)` and a column for each action.
    """
    first, second = best_responses(game, policy, (0, 1), progress)
    return (first.value + second.value) / 2


def best_responses(game: Game, policy: PolicyLike, players: tuple[int, ...], progress: Progress) -> list[BestResponse]:
    """The best that each of these players can do against the policy of the other one."""
    replies = find_replies(game, policy, players, (False, True), progress)
    known = states(game, progress=progress)
    found = [result(known, replies[player, False], replies[player, known.explorer.cyclic]) for player in players]
    for best in found:
        if best.at_most > best.value + EXACT:
            more = best.at_most - best.value
            message = f"the best response in {game!r} gets {best.value:.6g}; another may get up to {more:.2g} more"
            warnings.warn(message, WideProof, stacklevel=3)
    return found


def best_values(game: Game, policy: PolicyLike, player: int, progress: Progress = silent) -> Matchup:
    """The best that `player` can do against an opponent who follows the policy, from every state on."""
    replies = find_replies(game, policy, (player,), (False,), progress)
    return Matchup(states(game, progress=progress), replies[player, False].values)


class Replies:
    """The best that one player can do against known mixes, stage by stage. Values are for the first player.

    Where play can cycle, values that are `proved` are never too low for the player who replies, but can be too high;
    the others are as accurate as rounding allows. Elsewhere there is no difference.
    """

    def __init__(self, player: int, count: int, proved: bool) -> None:
        self.player, self.proved = player, proved
        self.values = np.zeros(count)
        self.options = np.zeros(count, np.int32)  # the best ones

    def add(self, stage: Stage, mixes: NDArray[np.float64], progress: Callable[[int], None]) -> None:
        """Fills in a stage, given the chances of the other player. Within a cycle, `progress` gets 0 now and then."""
        if stage.cyclic:
            gains, choices = solve_process(self._process(stage, mixes), self.proved, progress)
            self.values[stage.states] = gains if self.player == 0 else -gains
            self.options[stage.states] = choices
            return
        reply, most = library(KERNEL).reply, int(stage.options.max(initial=1))
        results = self.player, self.values, self.options
        stage.outcomes.share_out(lambda games: reply(games, mixes, *results, np.zeros((3, most))))

    def _process(self, stage: Stage, mixes: NDArray[np.float64]) -> Process:
        """The player's choices in a cycle, and their outcomes."""
        outcomes, positions = stage.outcomes, positions_in(stage.states, len(self.values))
        choices, choice_count = np.zeros(len(stage.states) + 1, np.int64), int(stage.options[:, self.player].sum())
        process = Process.with_room(choices, choice_count, len(outcomes.outcomes))
        library(KERNEL).fill_process(outcomes, mixes, self.player, positions, self.values, process)
        return process.shorten()


def find_replies(
    game: Game, policy: PolicyLike, players: tuple[int, ...], kinds: tuple[bool, ...], progress: Progress
) -> dict[tuple[int, bool], Replies]:
    """The replies of each of these players; of each kind, proved or not, if play can cycle."""
    strategy = as_strategy(policy, partial(states, game, progress=progress))
    opponents = tuple(1 - player for player in players)
    replies: dict[tuple[int, bool], Replies] = {}
    for stage in stages_for(game, [strategy], progress, "responding", opponents):
        if not replies:
            made, count = kinds if stage.explorer.cyclic else kinds[:1], stage.explorer.count
            replies = {(player, proved): Replies(player, count, proved) for player in players for proved in made}
        mixes = ask(strategy, stage)
        for each in replies.values():
            each.add(stage, mixes, lambda _: progress("responding", None))
    return replies


def result(known: States, replies: Replies, proved: Replies) -> BestResponse:
    start = known.number(known.game.start())
    sign = 1.0 if replies.player == 0 else -1.0
    value, at_most = (sign * float(each.values[start]) + 0.0 for each in (replies, proved))  # not -0.0
    begins, sizes = np.zeros((len(known), 2), np.int64), np.zeros((len(known), 2), np.int32)
    begins[:, replies.player], sizes[:, replies.player] = np.arange(len(known)), 1
    policy = Policy(known, Mixes(begins, sizes, replies.options, np.ones(len(known))))
    return BestResponse(value, policy, at_most)
