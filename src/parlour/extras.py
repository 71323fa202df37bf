"""Imports packages that only an extra installs, or says how to install them."""

from importlib import import_module
from typing import Any

from parlour.games.errors import ParlourError


def missing(need: str, extra: str) -> str:
    """The text of an error: `plots need matplotlib; install the extra: ...`."""
    command = f"python -m pip install -e '.[{extra}]' in a checkout of Parlour"
    return f"{need}; install the extra: {command} (elsewhere: see Install in its documentation)"


def need(module: str, what: str, extra: str) -> Any:
    """Import a module. The error says what needs it: `a report needs jinja2; install the extra: ...`."""
    try:
        return import_module(module)
    except ImportError as error:
        raise ParlourError(missing(f"{what} {error.name or module}", extra)) from None
