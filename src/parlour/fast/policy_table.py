"""Policies as plain arrays, which compiled play looks choices up in: one policy, or several with shares (a league)."""

from collections.abc import Sequence
from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from parlour.fast.compile import library
from parlour.fast.ragged import begins_of, runs
from parlour.fast.random_stream import place_in, state_word
from parlour.fast.slots import state_of
from parlour.games.contract import State
from parlour.games.errors import IllegalAction, ParlourError, TooLarge
from parlour.games.game import Game

ALIAS = "parlour.fast.kernels.alias"
TOTAL = 2**30  # the threshold of an entry that always gives its first action; the sum of the shares of a league
PACKED = 2**15  # two actions below this are kept in one number
FREE = -(2**31)  # in the first column of a record without a state
LEAST = 2.0**-32  # a chance below this never comes up: a number of the stream has 32 bits
MOST_ENTRIES = 2**31 - 2


class Lookup(NamedTuple):
    """The arrays that kernels read.

    The records are a hash table of states with open addressing. A record has the fields of a state, then where its
    entries begin: for the first policy those of player 0 and of player 1, for the second policy likewise, ..., and
    last where they end.
    """

    records: Any
    entries: Any  # a threshold, and two actions in one number: see `kernels/alias.py`
    shares: Any  # the share of a policy of the league and of those before it


NO_POLICIES = Lookup(np.zeros((0, 1), np.int32), np.zeros((0, 2), np.int32), np.zeros(0, np.int32))  # play at random


class Listed(NamedTuple):
    """The chances of one policy in a table of states."""

    sizes: NDArray[Any]  # [row, player]: how many actions are listed
    actions: NDArray[Any]  # row by row, the first player's before the second's
    chances: NDArray[Any]  # of these actions; they sum to 1 for each row and player


class PolicyTable:
    """One or more policies of a game in all states that it reaches. It never changes.

    `parlour.tabulate` makes one. If the policy that it was made from changes, the table does not follow.
    """

    def __init__(self, game: Game, states: NDArray[Any], policies: Sequence[Listed], shares: Sequence[float]) -> None:
        check_actions(game)
        self.game, self.count, self.policies = game, len(states), len(policies)
        fields = states.shape[1]
        parts = [without_zeros(listed) for listed in policies]
        sizes = np.stack([part.sizes for part in parts], axis=1).reshape(len(states), -1)  # [row, policy and player]
        begins, total = begins_of(sizes), int(sizes.sum())
        if total > MOST_ENTRIES:
            raise TooLarge(f"a table holds at most {MOST_ENTRIES} choices, not {total}; take fewer policies")
        entries = np.zeros((total + 1, 2), np.int32)  # the last is never drawn
        for number, part in enumerate(parts):
            targets = runs(begins[:, 2 * number], part.sizes.sum(axis=1))
            entries[targets] = entries_of(part)
        records = np.full((table_size(len(states)), fields + 2 * len(policies) + 1), FREE, np.int32)
        places = places_of(states)
        records[places, :fields], records[places, fields:-1] = states, begins
        records[places, -1] = begins[:, -1] + sizes[:, -1]
        thresholds = np.rint(np.cumsum(shares) / sum(shares) * TOTAL).astype(np.int32)
        thresholds[-1] = TOTAL
        self.lookup = Lookup(records, entries, thresholds)

    def mix(self, game: Game, state: State, player: int) -> dict[int, float]:
        """The chance of each action. This makes a table of one policy a policy itself."""
        if game != self.game:
            raise ParlourError(f"this is a table for {self.game!r}, not for {game!r}")
        if not game.holds(state):
            raise IllegalAction(f"not a state of {game!r}: {state}")
        chances = self.chances(np.array([state]), game.check_player(player))[0]
        found = np.flatnonzero(chances)
        return dict(zip(found.tolist(), chances[found].tolist(), strict=True))

    def chances(self, states: NDArray[Any], player: int) -> NDArray[np.float64]:
        """The same for many states, one in each row: `chances[row, action]`."""
        if self.policies != 1:
            raise ParlourError(f"a league of {self.policies} policies has no mix: one of them plays a whole game")
        places = self.places(states)
        if (places < 0).any():
            state = state_of(self.game, states[int(np.argmin(places))])
            raise IllegalAction(f"{self.game.name} does not reach {state} from the start, or it is over")
        begins, ends = self.lookup.records[places][:, [player - 3, player - 2]].T
        chances = np.zeros((len(states), self.game.action_count()))
        library(ALIAS).fill_chances(begins, ends, self.lookup.entries, chances)
        return chances

    def places(self, states: NDArray[Any]) -> NDArray[np.int64]:
        """The record of each row; -1 for a state that the game does not reach."""
        known = self.lookup.records[:, : states.shape[1]]
        places, searching = first_places(states, len(known)), np.arange(len(states))
        while len(searching):
            here = known[places[searching]]
            free, found = here[:, 0] == FREE, (here == states[searching]).all(axis=1)
            places[searching[free]] = -1
            searching = searching[~free & ~found]
            places[searching] = (places[searching] + 1) & (len(known) - 1)
        return places

    @property
    def nbytes(self) -> int:
        return sum(int(array.nbytes) for array in self.lookup)

    def __deepcopy__(self, memo: object) -> Self:
        return self  # immutable, and often large

    def __repr__(self) -> str:
        league = "" if self.policies == 1 else f", a league of {self.policies} policies"
        return f"<PolicyTable of {self.game!r}: {self.count:,} states{league}>"


def check_actions(game: Game) -> None:
    if game.action_count() > PACKED:
        raise TooLarge(f"a table holds at most {PACKED} actions; {game!r} has {game.action_count()}")


def without_zeros(listed: Listed) -> Listed:
    """The actions that can come up."""
    kept = listed.chances >= LEAST
    owners = np.repeat(np.arange(listed.sizes.size), listed.sizes.ravel())
    sizes = np.bincount(owners[kept], minlength=listed.sizes.size).reshape(-1, 2)
    return Listed(sizes, listed.actions[kept], listed.chances[kept])


def entries_of(listed: Listed) -> NDArray[np.int32]:
    entries = np.zeros((len(listed.actions), 2), np.int32)
    low, high = (np.zeros(int(listed.sizes.max(initial=0)), np.int64) for _ in range(2))
    actions, chances = listed.actions.astype(np.int64), listed.chances.copy()
    library(ALIAS).fill_entries(listed.sizes.ravel(), actions, chances, low, high, entries)
    return entries


def table_size(states: int) -> int:
    """A power of two: a quarter to a half of the records have a state, so that most searches end at once."""
    return 1 << (2 * states).bit_length()


def first_places(states: NDArray[Any], size: int) -> NDArray[np.int64]:
    """Where the search for each row begins."""
    columns: Any = states.T.astype(np.int64)
    places: Any = place_in(state_word(columns), size)
    return np.asarray(places)


def places_of(states: NDArray[Any]) -> NDArray[np.int64]:
    """A place for each row: the first one that is free from its own on."""
    size = table_size(len(states))
    places, taken, waiting = first_places(states, size), np.zeros(size, np.bool_), np.arange(len(states))
    while len(waiting):
        free = waiting[~taken[places[waiting]]]
        wanted, winners = np.unique(places[free], return_index=True)  # one of those who want the same place
        taken[wanted] = True
        waiting = np.setdiff1d(waiting, free[winners], assume_unique=True)
        places[waiting] = (places[waiting] + 1) & (size - 1)
    return places
