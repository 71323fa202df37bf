"""How much time and memory a variant takes, estimated before it is solved."""

from __future__ import annotations

from typing import NamedTuple

from parlour.games.errors import TooLarge
from parlour.games.game import Game
from parlour.solver.state_space import Space, possible_states

LONG_OUTCOMES, LONG_STATES = 200_000_000, 4_000_000  # explored in about a second; larger spaces are estimated first
SAMPLE_OUTCOMES, SAMPLE_STATES = 50_000_000, 400_000  # the largest copy that is explored for an estimate
SMALL = 4  # parameters up to this are not reduced
MAX_MEMORY = 8e9  # bytes
MAX_SECONDS = 3600.0

# Measured on two cores; see docs/benchmarks.md.
SECONDS_PER_OUTCOME = 17e-9  # to explore, solve and certify
SECONDS_PER_CYCLIC_OUTCOME, SECONDS_PER_CYCLIC_STATE = 200e-9, 30e-6  # cycles are swept many times
BYTES_PER_STATE = 500


class Size(NamedTuple):
    states: float
    outcomes: float
    memory: float  # bytes
    seconds: float

    def __str__(self) -> str:
        states, duration = in_words(self.states), duration_in_words(self.seconds)
        return f"about {states} states, {self.memory / 1e9:.3g} GB of memory and {duration}"


def size_of(space: Space) -> Size:
    """The size of an explored space."""
    return sized(space.count, space.outcomes, space.cyclic)


def sized(states: float, outcomes: float, cyclic: bool) -> Size:
    if cyclic:
        seconds = outcomes * SECONDS_PER_CYCLIC_OUTCOME + states * SECONDS_PER_CYCLIC_STATE
    else:
        seconds = outcomes * SECONDS_PER_OUTCOME
    return Size(states, outcomes, states * BYTES_PER_STATE, seconds)


def estimated_size(game: Game) -> Size:
    """The size of a variant that takes too long to explore, from two smaller copies of it.

    The bounds of a game give the number of possible states. The reachable share of them, and the outcomes per state,
    are assumed to follow a power law in the size of the copy.
    """
    copies: list[tuple[int, float, float, bool]] = []
    for halvings in range(1, 15):
        space = explored(smaller(game, 2**halvings))
        if space:
            copies.append((halvings, space.count / space.possible, space.outcomes / space.count, space.cyclic))
        if len(copies) == 2:
            break
    (halvings, share, outcomes, cyclic), (_, share_before, outcomes_before, _) = copies
    states = possible_states(game) * min(1.0, share * (share / share_before) ** halvings)
    return sized(states, states * max(1.0, outcomes * (outcomes / outcomes_before) ** halvings), cyclic)


def smaller(game: Game, divisor: int) -> Game:
    """A copy with every parameter divided, except those that are small already."""
    rules = {
        name: value if name in game.words.CHOICES else min(value, max(SMALL, value // divisor))
        for name, value in game.rules._asdict().items()
    }
    return Game(game.name, game.module, game.words, game.folder, rules)


class Enough(Exception):
    """Stops an exploration."""


def explored(game: Game) -> Space | None:
    """The space of a copy, or None if it is too large for a sample."""

    def check(space: Space) -> None:
        if space.outcomes > SAMPLE_OUTCOMES or space.count > SAMPLE_STATES:
            raise Enough

    try:
        space = Space(game)
        space.explore(game.start(), check)
    except (Enough, TooLarge):
        return None
    return space


def check_size(game: Game, size: Size) -> None:
    """Raises TooLarge for a variant that takes too much memory or time."""
    if size.memory > MAX_MEMORY or size.seconds > MAX_SECONDS:
        raise too_large(game, size)


def too_large(game: Game, size: Size) -> TooLarge:
    return TooLarge(f"{game!r} is too large to solve: it takes {size}. The player 'search' needs no solution.")


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
