"""Finds players: by name, a class by its module, a language model or a program, with settings."""

import inspect
import os
import sys
from collections.abc import Callable, Mapping
from functools import partial
from importlib import import_module
from typing import Any

from parlour.games.errors import ParlourError, error_text
from parlour.players.base import BadPlayer, Player
from parlour.players.basic import Perfect, Uniform
from parlour.players.habits.opponents import CHARACTERS, Character, Level
from parlour.players.search.search import Search

ROSTER: dict[str, tuple[str, Callable[[], Player]]] = {
    "random": ("any legal action, all equally likely", Uniform),
    "beginner": ("lets you win most games, while you learn the rules", lambda: Level("beginner")),
    "easy": ("loses more often than not to a casual player", lambda: Level("easy")),
    "medium": ("beats a casual player more often than not", lambda: Level("medium")),
    "hard": ("beats a casual player most of the time", lambda: Level("hard")),
    "perfect": ("plays the exact solution; no opponent can exploit it", Perfect),
    "search": ("looks ahead; plays variants too large to solve", Search),
    **{name: (about, partial(Character, name)) for name, about in CHARACTERS.items()},
}

NOTHING: Mapping[str, Any] = {}
# Players that need a package of their own: the module, the function in it, and the extra that installs what it imports.
PREFIXES = {
    "openai": ("parlour.players.models.player", "model_player", "models"),
    "program": ("parlour.players.program", "program_player", ""),
}


class UnknownPlayer(ParlourError):
    """There is no player with that name."""


def player_names() -> dict[str, str]:
    """The names of all players, each with a short description."""
    return {name: description for name, (description, _) in ROSTER.items()}


def player(name: str) -> Player:
    if name not in ROSTER:
        raise UnknownPlayer(f"there is no player {name!r}; the players are: {', '.join(ROSTER)}")
    return ROSTER[name][1]()


def load_player(spec: str, settings: Mapping[str, Any] = NOTHING) -> Callable[[], Player]:
    """What makes a player. `spec` is one of

    - `hard`: a player of Parlour, which takes no settings;
    - `my_bot:MyBot`: a class in the current folder or in an installed module, made with the settings as arguments;
    - `openai:MODEL`: a language model;
    - `program:COMMAND`: a program in any language.
    """
    kind, colon, rest = spec.partition(":")
    if not colon:
        if spec not in ROSTER:
            raise BadPlayer(f"there is no player {spec!r}; use module:Class, or one of {', '.join(ROSTER)}")
        if settings:
            raise BadPlayer(f"{spec} takes no settings, so {next(iter(settings))!r} means nothing to it")
        return ROSTER[spec][1]
    if kind in PREFIXES:
        return load_by_prefix(kind, rest, settings)
    return load_class(spec, kind, rest, settings)


def load_by_prefix(prefix: str, rest: str, settings: Mapping[str, Any]) -> Callable[[], Player]:
    module, function, extra = PREFIXES[prefix]
    if not rest.strip():
        raise BadPlayer(f"{prefix}: must be followed by {'a command' if prefix == 'program' else 'a model'}")
    try:
        make: Callable[[str, Mapping[str, Any]], Callable[[], Player]] = getattr(import_module(module), function)
    except ImportError as error:
        install = f'; install it with: pip install "parlour[{extra}]"' if extra else ""
        raise BadPlayer(f"{prefix}: players need {error.name}{install}") from None
    return make(rest, settings)


def load_class(spec: str, module: str, attribute: str, settings: Mapping[str, Any]) -> Callable[[], Player]:
    if os.getcwd() not in sys.path:
        sys.path.insert(0, os.getcwd())
    try:
        found = getattr(import_module(module), attribute)
    except ModuleNotFoundError as error:
        raise BadPlayer(f"{spec}: there is no module {error.name!r} here") from None
    except (AttributeError, ValueError):
        raise BadPlayer(f"{spec}: the module has no {attribute!r}") from None
    except Exception as error:  # a module may raise anything
        raise BadPlayer(f"{spec}: the module cannot be loaded: {error_text(error)}") from error
    if not callable(getattr(found, "choose", None)):
        raise BadPlayer(f"{spec} has no method choose(view, random)")
    if not isinstance(found, type):
        if settings:
            raise BadPlayer(f"{spec} is not a class, so it takes no settings")
        return lambda: found
    try:
        inspect.signature(found).bind(**settings)
    except TypeError as error:
        raise BadPlayer(f"{spec} does not take these settings: {error}") from None
    return lambda: found(**settings)
