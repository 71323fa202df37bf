"""How large a variant is, before it is solved."""

from __future__ import annotations

from typing import NamedTuple

from parlour.games.errors import TooLarge
from parlour.games.game import Game
from parlour.solver.state_space import Space, possible

QUICK = 200_000_000  # outcomes that are looked at in about a second
MANY = 4_000_000  # states
SAMPLE_OUTCOMES, SAMPLE_STATES = 50_000_000, 400_000  # of a smaller copy that is counted
SMALL = 4  # a parameter that is not worth dividing
MOST_MEMORY = 8e9  # bytes
MOST_SECONDS = 3600.0

# Measured on two cores; docs/benchmarks.md has the runs.
PER_OUTCOME = 17e-9  # seconds to explore, solve and certify an outcome ...
PER_CYCLIC_OUTCOME, PER_CYCLIC_STATE = 200e-9, 30e-6  # ... and where play goes round in circles, over and over
PER_STATE = 500  # bytes


class Size(NamedTuple):
    states: float
    outcomes: float
    memory: float  # bytes
    seconds: float

    def __str__(self) -> str:
        return f"about {amount(self.states)} states, {self.memory / 1e9:.3g} GB of memory and {spell(self.seconds)}"


def known_size(space: Space) -> Size:
    """The size of a space that is explored."""
    cyclic = bool(space.tables.cyclic[: space.count].any())
    return sized(space.count, space.cells, cyclic)


def sized(states: float, outcomes: float, cyclic: bool) -> Size:
    around = outcomes * PER_CYCLIC_OUTCOME + states * PER_CYCLIC_STATE
    seconds = around if cyclic else outcomes * PER_OUTCOME
    return Size(states, outcomes, states * PER_STATE, seconds)


def guessed_size(game: Game) -> Size:
    """The size of a variant that would take too long to explore, from two smaller copies of it.

    The bounds of a game say how many states are possible; the share of them that play can reach, and the outcomes of a
    state, change with the size of the copy by a power.
    """
    counted: list[tuple[int, float, float, bool]] = []
    for halvings in range(1, 15):
        space = explored(smaller(game, 2**halvings))
        if space:
            share = space.count / space.possible
            cyclic = bool(space.tables.cyclic[: space.count].any())
            counted.append((halvings, share, space.cells / space.count, cyclic))
        if len(counted) == 2:
            break
    (halvings, share, outcomes, cyclic), (_, share_before, outcomes_before, _) = counted
    states = possible(game) * min(1.0, share * (share / share_before) ** halvings)
    return sized(states, states * max(1.0, outcomes * (outcomes / outcomes_before) ** halvings), cyclic)


def smaller(game: Game, divisor: int) -> Game:
    """A copy with every parameter divided, but for those that are small already."""
    rules = {
        name: value if name in game.words.CHOICES else min(value, max(SMALL, value // divisor))
        for name, value in game.rules._asdict().items()
    }
    return Game(game.name, game.module, game.words, game.folder, rules)


class Enough(Exception):
    """Stops an exploration."""


def explored(game: Game) -> Space | None:
    """A space, if it can be explored quickly."""

    def heed(space: Space) -> None:
        if space.cells > SAMPLE_OUTCOMES or space.count > SAMPLE_STATES:
            raise Enough

    try:
        space = Space(game)
        space.explore(game.start(), heed)
    except (Enough, TooLarge):
        return None
    return space


def refuse_if_too_large(game: Game, size: Size) -> None:
    if size.memory > MOST_MEMORY or size.seconds > MOST_SECONDS:
        raise too_large(game, size)


def too_large(game: Game, size: Size) -> TooLarge:
    return TooLarge(f"{game!r} is too large to solve: it takes {size}. The player 'search' needs no solution.")


def amount(number: float) -> str:
    for limit, word in ((1e12, "million million"), (1e9, "thousand million"), (1e6, "million"), (1e3, "thousand")):
        if number >= limit:
            return f"{number / limit:.3g} {word}"
    return f"{number:.0f}"


def spell(seconds: float) -> str:
    for limit, word in ((86400 * 365, "years"), (86400, "days"), (3600, "hours"), (60, "minutes")):
        if seconds >= limit:
            return f"{seconds / limit:.3g} {word}"
    return f"{max(seconds, 0.1):.2g} seconds"
