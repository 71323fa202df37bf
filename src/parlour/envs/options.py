"""The options of `reset`, checked."""

from __future__ import annotations

from typing import Any

from parlour.games.errors import ParlourError


def option(options: dict[str, Any] | None, name: str, *others: str) -> Any:
    """One of the options that are known; None if it is not given."""
    if not isinstance(options, dict | None):
        raise ParlourError(f"options must be a dictionary, not {options!r}")
    unknown = set(options or {}) - {name, *others}
    if unknown:
        known = ", ".join(sorted({name, *others}))
        raise ParlourError(f"there is no option {min(unknown)!r}; there are: {known}")
    return (options or {}).get(name)
