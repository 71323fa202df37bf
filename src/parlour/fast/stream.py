"""One random stream a game, by counting: draw `count` of game `number` under a seed is always the same.

The same source runs in the interpreter, on a processor and on a card. Every value is a word of 32 bits, and every sum
and product is cut back to a word, so the width of the machine's integers makes no difference. The constants are those
of a well-tested 32-bit hash of low bias (Wellons, "Hash Function Prospector").
"""

WORD = 0xFFFFFFFF
GOLDEN = 0x9E3779B9  # odd, so that consecutive counts land far apart and never together


def game_number(slot: int, restarts: int, size: int) -> int:
    """Which game of the seed a slot plays: the slots of a batch take turns."""
    return slot + restarts * size


def games_left(number: int, last: int, stride: int) -> int:
    """How many of the games `number`, `number` + `stride`, ... come before `last`."""
    return (last - number + stride - 1) // stride if number < last else 0


def mix(word: int) -> int:
    """A one-to-one scramble of words."""
    word = ((word ^ (word >> 16)) * 0x7FEB352D) & WORD
    word = ((word ^ (word >> 15)) * 0x846CA68B) & WORD
    return word ^ (word >> 16)


def low_key(seed_low: int, number: int) -> int:
    """Half of the key of a game; with the other half, no two games of a seed share it."""
    return mix((number & WORD) ^ mix(seed_low))


def high_key(seed_high: int, number: int, low: int) -> int:
    return (low * GOLDEN + seed_high + ((number >> 32) & WORD) * 0x7FEB352D) & WORD


def draw(low: int, high: int, count: int, options: int) -> int:
    """A number from 0 to `options` - 1: the `count`-th of the game with this key."""
    word = (low + count * GOLDEN) & WORD
    word = ((word ^ (word >> 16)) * 0x7FEB352D) & WORD
    word = word ^ high
    word = ((word ^ (word >> 15)) * 0x846CA68B) & WORD
    word = word ^ (word >> 16)
    return scaled(word, options)


def scaled(word: int, options: int) -> int:
    """A word as a fraction of all words, times the options."""
    return (word * options) >> 32
