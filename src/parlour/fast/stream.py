"""One random stream a game, by counting: draw `count` of game `number` under a seed is always the same.

The same source runs in the interpreter and compiled. Every value is a word of 32 bits held in a larger integer, and
every product is cut back to a word, so it makes no difference whether the integers of the machine have 64 bits or none
at all. The mixing constants are those of a well-tested 32-bit hash with low bias (Wellons, "Hash Function Prospector").
"""

WORD = 0xFFFFFFFF
GOLDEN = 0x9E3779B9  # consecutive counts land far apart


def mix(word: int) -> int:
    """A one-to-one scramble of words."""
    word = ((word ^ (word >> 16)) * 0x7FEB352D) & WORD
    word = ((word ^ (word >> 15)) * 0x846CA68B) & WORD
    return word ^ (word >> 16)


def low_key(seed_low: int, number: int) -> int:
    """Half of the key of a game; with the other half, no two games of a seed share it."""
    return mix((number & WORD) ^ mix(seed_low))


def high_key(seed_high: int, number: int, low: int) -> int:
    return mix((number >> 32 & WORD) ^ mix((low + seed_high) & WORD))


def draw(low: int, high: int, count: int, options: int) -> int:
    """A number from 0 to `options` - 1: the `count`-th of the game with this key."""
    word = (low + count * GOLDEN) & WORD
    word = ((word ^ (word >> 16)) * 0x7FEB352D) & WORD
    word ^= high
    word = ((word ^ (word >> 15)) * 0x846CA68B) & WORD
    word ^= word >> 16
    return (word * options) >> 32
