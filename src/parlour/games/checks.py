"""Checks of arguments: the parameters of a variant, whole numbers, seeds."""

import operator
import re
from collections.abc import Mapping
from typing import Any, cast

from parlour.games.contract import RulesModule, WordsModule
from parlour.games.errors import BadRules, ParlourError, shorten


def check_rules(module: RulesModule, words: WordsModule, given: Mapping[str, object], name: str) -> Any:
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
            raise BadRules(f"{field} of {name} must be {allowed}, not {shorten(value)}")
        values[field] = number
    return defaults._replace(**values)


def rule_value(text: str) -> int | str:
    """A value of a parameter as people type it: a whole number, or the name of a choice."""
    return int(text) if re.fullmatch(r"-?[0-9]{1,18}", text) else text


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
        raise ParlourError(f"{name} must be a whole number of at least {least}, not {shorten(value)}")
    return number


def check_seed(seed: object) -> int:
    number = whole_number(seed)
    if number is None or not 0 <= number < 2**64:
        raise ParlourError(f"a seed is a whole number from 0 to 2**64 - 1, not {shorten(seed)}")
    return number


def is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
