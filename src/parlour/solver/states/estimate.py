"""Whether a variant can be solved here: time and memory, estimated while exploring, whose progress it reports."""

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from math import ceil, exp, inf, log
from typing import NamedTuple

import numpy as np

from parlour.games.errors import TooLarge
from parlour.games.game import Game
from parlour.solver.progress import Progress
from parlour.solver.states.explorer import MAX_KEYS, Explorer, possible_states

PATIENCE = 1.2  # seconds; if exploring takes longer, the whole is estimated
MAX_ESTIMATE = 1.5  # seconds that an estimate may take
SAMPLE_OUTCOMES, SAMPLE_STATES = 50_000_000, 400_000  # the largest copy that is explored for an estimate
COPIES = 25  # at most
FITTED = 6  # the largest copies, to which the power law is fitted
MAX_MEMORY = 8e9  # bytes
MAX_SECONDS = 3600.0

# Measured on two cores; see docs/benchmarks.md.
SECONDS_PER_OUTCOME, SECONDS_PER_STATE = 14e-9, 3e-6  # to explore, solve, certify and refine
SECONDS_PER_CYCLIC_OUTCOME, SECONDS_PER_CYCLIC_STATE = 200e-9, 30e-6  # cycles are swept many times
BYTES_PER_STATE, BYTES_PER_CYCLIC_OUTCOME = 500, 4


class Size(NamedTuple):
    states: float
    outcomes: float
    memory: float  # bytes
    seconds: float

    def __str__(self) -> str:
        states, duration = in_words(self.states), duration_in_words(self.seconds)
        return f"{states} states, {self.memory / 1e9:.3g} GB of memory and {duration}"


def size_of(states: float, outcomes: float, cyclic: bool) -> Size:
    memory = states * BYTES_PER_STATE
    if cyclic:
        seconds = outcomes * SECONDS_PER_CYCLIC_OUTCOME + states * SECONDS_PER_CYCLIC_STATE
        memory += outcomes * BYTES_PER_CYCLIC_OUTCOME
    else:
        seconds = outcomes * SECONDS_PER_OUTCOME + states * SECONDS_PER_STATE
    return Size(states, outcomes, memory, seconds)


def check_size(game: Game, size: Size, how: str = "about") -> None:
    """Raises TooLarge for a variant that takes too much memory or time."""
    if size.memory > MAX_MEMORY or size.seconds > MAX_SECONDS:
        advice = "The player 'search' needs no solution."
        raise TooLarge(f"{game!r} is too large to solve: it takes {how} {size}. {advice}")


class SizeCheck:
    """Call it now and then while a game is explored: it reports progress.

    Unless `anyway`, it raises TooLarge as soon as the game is known to be too large.

    The states found so far may be too many by themselves. If exploring takes long, the whole is estimated, once.
    """

    def __init__(self, game: Game, progress: Progress, anyway: bool) -> None:
        self._game, self._progress, self._anyway = game, progress, anyway
        self._begun = 0.0  # at the first call; before it, rules are compiled
        self._estimated = False
        if not anyway and possible_states(game) > MAX_KEYS:  # cannot be explored at all
            self._estimate()

    def __call__(self, explorer: Explorer) -> None:
        if not self._anyway:
            check_size(self._game, size_of(explorer.count, explorer.outcomes, explorer.cyclic), "more than")
            now = time.monotonic()
            self._begun = self._begun or now
            if not self._estimated and now > self._begun + PATIENCE:
                self._estimate()
        self._progress("exploring", None)

    def _estimate(self) -> None:
        self._estimated = True
        size = estimate_size(self._game)
        if size:
            check_size(self._game, size)


class SmallerCopy(NamedTuple):
    """A smaller copy of a game."""

    possible: int  # states that its bounds allow
    states: int
    branching: float  # outcomes per state
    cyclic: bool


def estimate_size(game: Game) -> Size | None:
    """The size of a variant, from smaller copies that can be explored quickly; None if there are not two.

    The states, and the outcomes per state, are assumed to follow a power law in the number of possible states.
    """
    deadline, copies = inf, list[SmallerCopy]()
    for rules in root_rules(game):
        copy = explore_copy(game, rules, deadline)
        deadline = min(deadline, time.monotonic() + MAX_ESTIMATE)  # after the first copy, which may have to be compiled
        if copy is None and copies:
            break  # a larger one would take longer still
        if copy and copy.possible > (copies[-1].possible if copies else 0):
            copies.append(copy)
    if len(copies) < 2:
        return None
    states = extrapolate(game, copies, [copy.states for copy in copies])
    branching = extrapolate(game, copies, [copy.branching for copy in copies])
    return size_of(states, states * branching, copies[-1].cyclic)


def extrapolate(game: Game, copies: list[SmallerCopy], numbers: Sequence[float]) -> float:
    """A number that each copy has, extrapolated to the game; from 1 to its possible states, and at most 1e100."""
    sizes, logs = [log(copy.possible) for copy in copies[-FITTED:]], [log(max(1.0, each)) for each in numbers[-FITTED:]]
    power = float(np.polyfit(sizes, logs, 1)[0])
    most = log(possible_states(game))
    return exp(max(0.0, min(logs[-1] + power * (most - sizes[-1]), most, log(1e100))))


def root_rules(game: Game) -> Iterator[dict[str, int]]:
    """The rules of smaller copies, the smallest first: roots of the parameters.

    So 1000 tokens and 5 points become 64 tokens and 3 points: dividing both by the same number would leave 1 point.
    """
    given = last = game.rules._asdict()
    for step in range(1, COPIES):
        rules = smaller_rules(game, given, partial(pow, exp=step / COPIES))
        if rules not in (last, given):
            yield rules
        last = rules


def smaller_rules(game: Game, names: Iterable[str], change: Callable[[int], float]) -> dict[str, int]:
    """The rules with some parameters changed, as far as the limits allow. Named values stay as they are."""
    allowed = game.allowed_rules()
    rules: dict[str, int] = game.rules._asdict()
    for name in names:
        if name not in game.words.CHOICES and rules[name] > 0:
            rules[name] = max(int(allowed[name][0]), ceil(change(rules[name])))
    return rules


def explore_copy(game: Game, rules: dict[str, int], deadline: float) -> SmallerCopy | None:
    """A copy with other rules; None if it is too large for a sample, or if the game cannot be played by these rules."""

    def check(explorer: Explorer) -> None:
        if explorer.outcomes > SAMPLE_OUTCOMES or explorer.count > SAMPLE_STATES or time.monotonic() > deadline:
            raise TooLarge(f"{game!r} is too large for a sample")

    if time.monotonic() > deadline:
        return None
    try:
        explorer = Explorer(game.with_rules(rules))
        explorer.explore(explorer.game.start(), check)
    except Exception:  # untested rules may raise anything
        return None
    states = explorer.count
    return SmallerCopy(explorer.possible, states, explorer.outcomes / states, explorer.cyclic) if states else None


def in_words(number: float) -> str:
    for limit, word in ((1e12, "trillion"), (1e9, "billion"), (1e6, "million"), (1e3, "thousand")):
        if number >= limit:
            return f"{number / limit:.3g} {word}"
    return f"{number:.0f}"


def duration_in_words(seconds: float) -> str:
    for limit, word in ((86400 * 365, "years"), (86400, "days"), (3600, "hours"), (60, "minutes")):
        if seconds >= limit:
            return f"{seconds / limit:.3g} {word}"
    return f"{max(seconds, 0.1):.2g} seconds"
