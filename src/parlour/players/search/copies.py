"""Smaller copies of a game, and the worth of a state in one of them.

Explored states are solved without a proof, if that is not too much work.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from parlour.fast.compile import compile_kernels
from parlour.games.contract import State
from parlour.games.errors import IllegalAction, TooLarge
from parlour.games.game import Game
from parlour.solver.exact.induction import METHODS
from parlour.solver.exact.solving import solve_groups
from parlour.solver.states.estimate import SECONDS_PER_OUTCOME, size_of, smaller_rules
from parlour.solver.states.explorer import Explorer, possible_states
from parlour.solver.states.mixes import Mixes
from parlour.solver.states.parts import join
from parlour.solver.states.stage import Position, options_in

WITHIN = 0.001  # how precisely states are solved that lead to each other
Mix = NDArray[np.float64]  # the chance of each option
KERNEL = "parlour.players.search.kernels.look_ahead"
WORK_PER_CORNER = 6  # to look up one of the states between which a scaled state lies, here and in a coarser copy
COARSER = 1.9  # how much coarser, at least, the copy is that shows how much another one errs
TRUSTED = 0.75  # of the correction by a straight line: the best on average over five pairs of copies

# Whole numbers: between states of the game that are states of the copy too, the others are spread evenly.
DIVISORS = (*range(2, 7), *range(8, 21, 2), 24, 28, 32, 40, 50, 64, 80, 100, 128, 160, 200, 256, 320, 400, 500, 1000)
LEAST_STATES = 500  # a copy that allows fewer says nothing


class OutOfWork(Exception):
    """Something takes more work than there is."""


def limit(work: float) -> Callable[[Explorer], None]:
    """A check that raises OutOfWork when the explored states take more work to solve. Work is counted in outcomes."""

    def check(space: Explorer) -> None:
        if size_of(space.count, space.outcomes, space.cyclic).seconds > work * SECONDS_PER_OUTCOME:
            raise OutOfWork

    return check


class Solved(NamedTuple):
    """An explored space with its values and with the perfect mixes of both players."""

    space: Explorer
    values: NDArray[np.float64]
    policy: Mixes

    def mixes(self, state: State) -> tuple[Mix, Mix]:
        position = Position(self.space.game, state, 0)
        chances, options = position.spread(self.policy, np.array([self.space.number(state)])), position.counts[0]
        return chances[:options], chances[options:]


def solve_explored(space: Explorer) -> Solved:
    values = np.zeros(space.count)
    parts = list(solve_groups(space, space.groups(), values, WITHIN, METHODS[0], lambda _: None))
    return Solved(space, values, join(parts, space.count))


@lru_cache(64)
def copies(game: Game) -> tuple[Game, ...]:
    """Smaller and smaller copies: those parameters are divided that make the game large."""
    least = DIVISORS[-1]
    large = min(groups(game), key=lambda names: possible_states(divide(game, names, least)), default=frozenset[str]())
    smaller = dict.fromkeys(divide(game, large, divisor) for divisor in DIVISORS)
    return tuple(copy for copy in smaller if copy != game and possible_states(copy) >= LEAST_STATES)


def groups(game: Game) -> list[frozenset[str]]:
    """The parameters that bound the states. Those that bound the same field are measured alike and shrink together.

    So the bidding points of Resource War shrink with its target, but the tokens of Token Showdown without its points.
    """
    found: list[tuple[frozenset[str], frozenset[str]]] = []
    for name in game.rules._fields:
        names, fields = frozenset({name}), bounded_fields(game, name)
        for group in [each for each in found if each[1] & fields]:
            found.remove(group)
            names, fields = names | group[0], fields | group[1]
        if fields:
            found.append((names, fields))
    return [names for names, _ in found]


def bounded_fields(game: Game, name: str) -> frozenset[str]:
    """The fields whose range is narrower if this parameter is halved, alone or after another."""
    fields = set[str]()
    for others in [frozenset[str](), *(frozenset({other}) for other in game.rules._fields if other != name)]:
        before, after = (ranges(divide(game, names, 2)) for names in (others, others | {name}))
        fields |= {field for field in before if after[field] < before[field]}
    return frozenset(fields)


def ranges(game: Game) -> dict[str, int]:
    lowest, highest = (bound._asdict() for bound in game.bounds())
    return {field: highest[field] - lowest[field] for field in lowest}


def divide(game: Game, names: frozenset[str], divisor: int) -> Game:
    """The game with some parameters divided, as far as its limits allow."""
    return game.with_rules(smaller_rules(game, names, lambda value: value / divisor))


class Scale(NamedTuple):
    """How a state becomes one of a copy, and working memory for one state."""

    origins: NDArray[np.int64]  # the least value of each field
    lowest: NDArray[np.int64]  # the same in the copy
    ratios: NDArray[np.float64]  # the range of each field in the copy, divided by its range in the game
    floors: NDArray[np.int64]
    parts: NDArray[np.float64]
    between: NDArray[np.int64]
    corner: NDArray[np.int64]


def scale_to(game: Game, copy: Game) -> Scale:
    origins, ends = (np.array(list(bound), np.int64) for bound in game.bounds())
    lowest, highest = (np.array(list(bound), np.int64) for bound in copy.bounds())
    count = len(origins)
    return Scale(
        origins=origins,
        lowest=lowest,
        ratios=np.where(ends > origins, (highest - lowest) / np.maximum(1, ends - origins), 1.0),
        floors=np.zeros(count, np.int64),
        parts=np.zeros(count),
        between=np.zeros(count, np.int64),
        corner=np.zeros((1, count), np.int64),
    )


class Copy:
    """A smaller copy of a game, explored from states that correspond to some states of the game."""

    def __init__(self, game: Game, copy: Game) -> None:
        self.game, self.space = copy, Explorer(copy)
        self.scale = scale_to(game, copy)
        self._kernel: Any = compile_kernels(copy, KERNEL)

    @property
    def work_per_estimate(self) -> int:
        return WORK_PER_CORNER << int((self.scale.ratios < 1.0).sum())

    @property
    def step(self) -> float:
        """How many units of the game are one unit of the copy."""
        return float(1.0 / self.scale.ratios.min())

    def explore(self, rows: NDArray[np.int32], work: float) -> None:
        """Explores as the estimates of these states need; raises OutOfWork, or IllegalAction if it cannot be played."""
        row, nothing, estimates = 0, np.zeros(0), np.zeros(len(rows))
        while (row := self._fill(rows, row, nothing, estimates)) < len(rows):
            self._explore(self._state(self.scale.corner[0]), work)
        if options_in(self.space, np.arange(self.space.count, dtype=np.int32)).min(initial=1) < 1:
            raise IllegalAction(f"{self.game!r} cannot be played from a scaled state: a player has nothing to choose")

    def estimates(self, rows: NDArray[np.int32]) -> NDArray[np.float64]:
        """The worth of these states, which have been explored."""
        estimates = np.zeros(len(rows))
        self._fill(rows, 0, solve_explored(self.space).values, estimates)
        return estimates

    def lift(self, game: Game, root: State, work: float) -> tuple[Mix, Mix]:
        """The perfect mixes of the copy, spread over the options of the game."""
        scale = self.scale
        exact = scale.lowest + (np.array(list(root)) - scale.origins) * scale.ratios
        state = self._state(np.ceil(exact - 1e-9))
        self._explore(state, work)
        first, second = solve_explored(self.space).mixes(state)
        return spread(first, len(game.actions(root, 0)) or 1), spread(second, len(game.actions(root, 1)) or 1)

    def _explore(self, state: State, work: float) -> None:
        try:
            self.space.explore(state, limit(work))
        except ZeroDivisionError as error:  # it leads to a state where a player has nothing to choose from
            raise IllegalAction(f"{self.game!r} cannot be played from {state}") from error

    def _state(self, fields: NDArray[Any]) -> State:
        state: State = self.game.module.State(*map(int, fields))
        return state

    def _fill(self, rows: NDArray[np.int32], row: int, values: Mix, estimates: Mix) -> int:
        return int(
            self._kernel.fill_scaled(self.game.rules, self.space.index, self.scale, rows, row, values, estimates)
        )


def spread(mix: Mix, options: int) -> Mix:
    """A mix over more options: each of the few shares its chance among those that correspond to it."""
    places = np.arange(options) * len(mix) // options
    shares: Mix = mix[places] / np.bincount(places)[places]
    return shares


def finest_copy(game: Game, root: State, work: float) -> Copy | None:
    """The largest copy that can be solved from here; None if there is none."""
    finest, rows = None, np.array([list(root)], np.int32)
    for smaller in reversed(copies(game)):
        try:
            copy = Copy(game, smaller)
            copy.explore(rows, work)
        except (OutOfWork, TooLarge):
            break
        except IllegalAction:
            continue
        finest = copy
    return finest


def estimate(game: Game, smaller: Sequence[Game], rows: NDArray[np.int32], work: float) -> NDArray[np.float64] | None:
    """The worth of these states by the first of these copies that the work allows; None if there is none.

    The least that can be chosen is more in a copy: one token of 50 is as much as 20 of 1,000. So copies err, and a
    coarser one errs more in the same direction. The difference between the two is extended to steps of one unit.
    """
    fine = next(explored_copies(game, smaller, rows, work), None)
    if fine is None:
        return None
    values = fine.estimates(rows)
    for coarse in explored_copies(game, smaller, rows, work, COARSER * fine.step):
        share = TRUSTED * (fine.step - 1.0) / (coarse.step - fine.step)
        return np.clip(values + share * (values - coarse.estimates(rows)), -1.0, 1.0)
    return values


def explored_copies(
    game: Game, smaller: Sequence[Game], rows: NDArray[np.int32], work: float, least_step: float = 0.0
) -> Iterator[Copy]:
    """The copies that the work allows, explored as far as the estimates of these states need."""
    for each in smaller:
        copy = Copy(game, each)
        if copy.step >= least_step:
            with suppress(OutOfWork, IllegalAction):
                copy.explore(rows, work)
                yield copy
