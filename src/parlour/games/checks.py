"""Argument checks, and how error messages quote values."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Mapping
from typing import Any, cast

from parlour.games.contract import RulesModule, WordsModule
from parlour.games.errors import BadRules, ParlourError


def checked_rules(module: RulesModule, words: WordsModule, given: Mapping[str, object], name: str) -> Any:
    """The rules with some parameters changed, or BadRules with the parameter and its range."""
    defaults: Any = module.Rules()
    lowest, highest = parameter_limits(module)
    unknown = [field for field in given if field not in defaults._fields]
    if unknown:
        raise BadRules(f"{name} has no parameter {unknown[0]!r}; it has: {', '.join(defaults._fields)}")
    values = {}
    for field, value in given.items():
        low, high = getattr(lowest, field), getattr(highest, field)
        choices = words.CHOICES.get(field, ())
        if isinstance(value, str):
            number = choices.index(value) if value in choices else None
        elif isinstance(value, bool) and choices == ("no", "yes"):
            number = int(value)
        else:
            number = whole_number(value)
        if number is None or not low <= number <= high:
            allowed = f"one of {', '.join(choices)}" if choices else f"a whole number from {low} to {high}"
            raise BadRules(f"{field} of {name} must be {allowed}, not {shortened(value)}")
        values[field] = number
    return defaults._replace(**values)


def parameter_limits(module: RulesModule) -> tuple[Any, Any]:
    limits = getattr(module, "limits", None)
    if limits:
        return cast("tuple[Any, Any]", limits())
    fields = module.Rules._fields
    return module.Rules(*[0] * len(fields)), module.Rules(*[10_000] * len(fields))


def whole_number(value: object) -> int | None:
    """An integer of any type (NumPy's too) as an `int`; None for anything else, booleans included."""
    if isinstance(value, bool):
        return None
    try:
        return operator.index(cast(Any, value))
    except Exception:  # `__index__` of a foreign object may raise anything
        return None


def at_least(name: str, value: object, least: int) -> int:
    number = whole_number(value)
    if number is None or number < least:
        raise ParlourError(f"{name} must be a whole number of at least {least}, not {shortened(value)}")
    return number


def checked_seed(seed: object) -> int:
    number = whole_number(seed)
    if number is None or not 0 <= number < 2**64:
        raise ParlourError(f"a seed is a whole number from 0 to 2**64 - 1, not {shortened(seed)}")
    return number


def shortened(value: object, most: int = 40) -> str:
    """The repr of a value, cut to fit into one line of an error message. A text keeps its closing quote."""
    try:
        text = repr(value)
    except Exception:  # an integer with too many digits to print, or a foreign `__repr__` that raises
        text = f"something of type {type(value).__name__}"
    text = "".join(letter if letter.isprintable() else " " for letter in text)  # a foreign one may have line breaks
    if len(text) <= most:
        return text
    ending = f"...{text[-1]}" if text[0] in "'\"" else "..."
    return text[: most - len(ending)] + ending


def within(low: int, value: object, high: int) -> bool:
    return isinstance(value, int) and low <= value <= high


def spans(numbers: tuple[int, ...]) -> str:
    """Ascending numbers as ranges: `0, 2 to 5`."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][-1] == number - 1:
            runs[-1][1:] = [number]
        else:
            runs.append([number])
    return ", ".join(" to ".join(map(str, run)) for run in runs)


def did_you_mean(name: str, names: Iterable[str]) -> str:
    """` (did you mean hard?)`; empty if no name resembles this one."""
    from difflib import get_close_matches  # not at the top: few people need it

    known = list(names)
    begun = [each for each in known if len(name) > 2 and each.startswith(name)]
    near = begun if len(begun) == 1 else get_close_matches(name, known, n=1, cutoff=0.7)
    return f" (did you mean {near[0]}?)" if near else ""
