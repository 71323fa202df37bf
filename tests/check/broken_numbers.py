"""Numbers in `rules.py` that are not the same on a GPU."""

from __future__ import annotations

from check.mistakes import START, Mistake

TAKEN = "stones = state.stones - taken"


def in_play(name: str, statement: str, number: str, line: int = 42) -> Mistake:
    """A mistake in play(), which fits for the first turn of the template."""
    return Mistake(
        name,
        "turns",
        "rules.py",
        TAKEN,
        f"{statement}\n    {TAKEN} + wide % 2 * 0",
        "play",
        f"play() calculates {number}, which does not fit in 32 bits (rules.py, line {line})",
        START,
        (1, 0),
    )


NUMBERS = [
    in_play("a product", "wide = state.stones * 1_000_000_000", "21000000000"),
    in_play("a sum", "wide = 2_147_483_627 + state.stones", "2147483648"),
    in_play("a difference", "wide = -2_147_483_628 - state.stones", "-2147483649"),
    in_play("a product that is not stored", "wide = state.stones * 1_000_000_000 % 7", "21000000000"),
    in_play("a shift", "wide = 1 << state.stones + 10", "2147483648"),
    in_play("a shift by more than 31 bits", "wide = (1 << state.stones + 20) - 1", "1 << 41"),
    in_play("a shift that would take all memory", "wide = 1 << 10**9 * 2", "1 << 2000000000"),
    in_play("a power", "wide = state.stones ** 8", "37822859361"),
    in_play("a power that would take all memory", "wide = 3 ** (10 ** 9)", "3 ** 1000000000"),
    in_play("a constant", "wide = 5_000_000_000", "5000000000"),
    in_play("a loop", "wide = 1\n    for _ in range(40):\n        wide *= 2", "2147483648", line=44),
    Mistake(
        "the bits of a negative number",
        "turns",
        "rules.py",
        TAKEN,
        f"wide = (taken - 2).bit_length()\n    {TAKEN} + wide * 0",
        "play",
        "counts the bits of -1, but only numbers of at least 0 have the same bits everywhere (rules.py, line 42)",
        START,
        (1, 0),
    ),
    Mistake(
        "a constant outside functions",
        "turns",
        "rules.py",
        "class Rules",
        "WIDE = 1 << 40\n\n\nclass Rules",
        "parameters",
        "rules.py calculates 1 << 40, which does not fit in 32 bits (rules.py, line 9)",
    ),
    Mistake(
        "a number that does not fit with the highest parameter",
        "turns",
        "rules.py",
        TAKEN,
        f"{TAKEN} + state.stones * 100_000_000 % 7 * 0",
        "variants",
        "play() calculates 100000000000, which does not fit in 32 bits (rules.py, line 42)",
        {"stones": 1000, "turn": 1, "winner": 0},
        (1, 0),
        {"stones": 1000},
    ),
    Mistake(
        "a limit that does not fit",
        "turns",
        "rules.py",
        "Rules(1_000, 100)",
        "Rules(1_000, 3_000_000_000)",
        "parameters",
        "limits() of most must fit in 32 bits, not 1 to 3000000000",
    ),
]
