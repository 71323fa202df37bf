"""Choices that are looked up in a `PolicyTable`."""

from parlour.fast.kernels.stubs import State, whole
from parlour.fast.policy_table import FREE, PACKED, Lookup
from parlour.fast.random_stream import Key, draw_fraction, drawn_word, place_in, remainder, scaled, state_word

POLICY = -1  # the number of a game's stream that says which policy of a league plays it; turns use those from 0 on


def looked_up(table: Lookup, state: State, player: int, key: Key, turn: int) -> int:
    """Uses the same number of the stream as a choice at random."""
    entry, rest = entry_at(table, place_of(table, state), len(state), player, key, turn)
    return action_at(table, entry, rest)


def entry_at(table: Lookup, place: int, fields: int, player: int, key: Key, turn: int) -> tuple[int, int]:
    """Draws an entry for the state at a place, which has so many fields; and what decides between its two actions."""
    column = fields + 2 * policy_of(table, key) + player
    begin, end = whole(table.records[place, column]), whole(table.records[place, column + 1])
    word = drawn_word(key, 2 * turn + player)
    return begin + whole(scaled(word, end - begin)), whole(remainder(word, end - begin))


def action_at(table: Lookup, entry: int, rest: int) -> int:
    packed = whole(table.entries[entry, 1])
    return (packed if rest < whole(table.entries[entry, 0]) else packed // PACKED) & (PACKED - 1)


def policy_of(table: Lookup, key: Key) -> int:
    """Which policy of a league plays the game with this stream."""
    policy = 0
    if table.shares.shape[0] > 1:
        number = whole(draw_fraction(key, POLICY))
        while whole(table.shares[policy]) <= number:
            policy += 1
    return policy


def place_of(table: Lookup, state: State) -> int:
    """Where a state is in the table, or the free place that ends the search for it."""
    places = table.records.shape[0]
    place = whole(place_in(state_word(state), places))
    while table.records[place, 0] != FREE and not is_at(table, place, state):
        place = (place + 1) & (places - 1)
    return place


def is_at(table: Lookup, place: int, state: State) -> bool:
    for field in range(len(state)):
        if whole(table.records[place, field]) != state[field]:
            return False
    return True
