"""Choices that are looked up in a `PolicyTable`."""

from typing import Any

from parlour.fast.kernels.stubs import State, whole
from parlour.fast.policy_table import FREE, PACKED
from parlour.fast.random_stream import Key, draw_fraction, draw_word, place_in, remainder, scale_word, state_word

POLICY = -1  # the number of a game's stream that says which policy of a league plays it; turns use those from 0 on


def entry_at(records: Any, shares: Any, place: int, fields: int, player: int, key: Key, turn: int) -> tuple[int, int]:
    """Draws an entry for the state at a place, which has so many fields; and a number to decide between its actions."""
    column = fields + 2 * policy_of(shares, key) + player
    begin, end = whole(records[place, column]), whole(records[place, column + 1])
    word = draw_word(key, 2 * turn + player)
    return begin + whole(scale_word(word, end - begin)), whole(remainder(word, end - begin))


def action_at(entries: Any, entry: int, rest: int) -> int:
    packed = whole(entries[entry, 1])
    return (packed if rest < whole(entries[entry, 0]) else packed // PACKED) & (PACKED - 1)


def policy_of(shares: Any, key: Key) -> int:
    """Which policy of a league plays the game with this stream."""
    policy = 0
    if shares.shape[0] > 1:
        number = whole(draw_fraction(key, POLICY))
        while whole(shares[policy]) <= number:
            policy += 1
    return policy


def place_of(records: Any, state: State) -> int:
    """Where a state is in the table, or the free place that ends the search for it."""
    places = records.shape[0]
    place = whole(place_in(state_word(state), places))
    while records[place, 0] != FREE and not is_at(records, place, state):
        place = (place + 1) & (places - 1)
    return place


def is_at(records: Any, place: int, state: State) -> bool:
    for field in range(len(state)):
        if whole(records[place, field]) != state[field]:
            return False
    return True
