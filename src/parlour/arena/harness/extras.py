"""Imports what only the extra `arena` installs."""

from importlib import import_module
from typing import Any

from parlour.games.errors import ParlourError


def need(module: str, what: str = "the arena's statistics need") -> Any:
    """The module, or an error that says how to install it."""
    try:
        return import_module(module)
    except ImportError as error:
        install = 'install the extra: pip install "parlour[arena]"'
        raise ParlourError(f"{what} {error.name or module}; {install}") from None
