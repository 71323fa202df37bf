"""One random stream per game, addressed by a counter: draw `count` of game `number` under a seed is always the same.

The same source runs in the interpreter, on a CPU and on a GPU. Every value is a 32-bit word and every sum and product
is truncated to 32 bits, so the width of the machine's integers makes no difference. The constants are those of a
well-tested 32-bit hash with low bias (Wellons, "Hash Function Prospector").
"""

from typing import Any, NamedTuple

WORD = 0xFFFFFFFF
# Products with a word must fit in 63 bits: signed overflow is undefined in compiled code. So constants of 32 bits are
# written as negative numbers, which give the same words.
FIRST = 0x7FEB352D
SECOND = 0x846CA68B - 2**32
GOLDEN = 0x9E3779B9 - 2**32  # odd, so consecutive counts land far apart and never on the same word
# Functions that calculate with 64 bits on every device, or with fractions.
NEEDS_64_BITS = ("game_number", "later_game", "games_left", "scale_word", "draw_from", "adds_up")


class Key(NamedTuple):
    """The random stream of one game. No two games of a seed share a key."""

    low: int
    high: int


def seed_words(seed: int) -> tuple[int, int]:
    """A 64-bit seed as two words, low and high."""
    return seed & WORD, seed >> 32


def game_number(slot: int, restarts: int, size: int) -> int:
    """Which game of the seed a slot plays: the slots of a batch take turns."""
    return slot + restarts * size


def later_game(number: int, step: int) -> int:
    return number + step


def games_left(number: int, last: int, stride: int) -> int:
    """How many of the games `number`, `number` + `stride`, ... come before `last`."""
    return (last - number + stride - 1) // stride if number < last else 0


def scramble(word: int) -> int:
    """A one-to-one mapping of words that looks random."""
    word = ((word ^ (word >> 16)) * FIRST) & WORD
    word = ((word ^ (word >> 15)) * SECOND) & WORD
    return word ^ (word >> 16)


def game_key(seed_low: int, seed_high: int, number: int) -> Key:
    low = scramble((number & WORD) ^ scramble(seed_low))
    return Key(low, (low * GOLDEN + seed_high + ((number >> 32) & WORD) * FIRST) & WORD)


def draw(key: Key, count: int, options: int) -> int:
    """The `count`-th number of a game's stream, from 0 to `options` - 1."""
    return scale_word(draw_word(key, count), options)


def draw_word(key: Key, count: int) -> int:
    """The `count`-th number of a game's stream."""
    word = (key.low + count * GOLDEN) & WORD
    word = ((word ^ (word >> 16)) * FIRST) & WORD
    word = word ^ key.high
    word = ((word ^ (word >> 15)) * SECOND) & WORD
    return word ^ (word >> 16)


def draw_fraction(key: Key, count: int) -> int:
    """The `count`-th number of a game's stream, from 0 to 2**30 - 1."""
    return draw_word(key, count) >> 2


def state_word(state: Any) -> int:
    """A hash of the fields of a state. For a state whose fields are arrays, the hash of every state in them."""
    word = 0
    for field in range(len(state)):
        word = (word * GOLDEN + state[field]) & WORD
    return scramble(word)


def place_in(word: int, places: int) -> int:
    """Where the search for a hash begins in a table; the number of places is a power of two."""
    return word & (places - 1)


def scale_word(word: int, options: int) -> int:
    """Maps the range of words onto the options."""
    return (word * options) >> 32


def remainder(word: int, options: int) -> int:
    """The rest of a word after `scale_word`: its place in the range of its option, from 0 to 2**30 - 1."""
    return ((word * options) & WORD) >> 2
