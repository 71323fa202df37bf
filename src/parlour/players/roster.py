"""Finds players: by name, a class by its module, a language model or a program, with settings."""

import inspect
import os
import sys
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import partial
from importlib import import_module
from typing import Any

from parlour.games.errors import did_you_mean, error_text
from parlour.players.base import MODEL, PROGRAM, BadPlayer, Player
from parlour.players.basic import Perfect, Uniform
from parlour.players.habits.characters import CHARACTERS, Character
from parlour.players.habits.levels import LEVELS, Level
from parlour.players.search.search import Search

ROSTER: dict[str, tuple[str, Callable[[], Player]]] = {
    "random": ("any legal action, all equally likely", Uniform),
    **{name: (level.about, partial(Level, name)) for name, level in LEVELS.items()},
    "perfect": ("plays perfectly, within proved bounds", Perfect),
    "search": ("looks ahead; plays variants too large to solve", Search),
    **{name: (about, partial(Character, name)) for name, about in CHARACTERS.items()},
}

NOTHING: Mapping[str, Any] = {}


def player_names() -> dict[str, str]:
    """The names of all players, each with a short description."""
    return {name: description for name, (description, _) in ROSTER.items()}


def player(name: str) -> Player:
    """A new player of this name, which is one of `player_names()`."""
    if name not in ROSTER:
        raise unknown_player(name, "the players are:", ROSTER)
    return ROSTER[name][1]()


def unknown_player(name: str, allowed: str, names: Collection[str]) -> BadPlayer:
    return BadPlayer(f"there is no player {name!r}{did_you_mean(name, names)}; {allowed} {', '.join(names)}")


def load_player(spec: str, settings: Mapping[str, Any] = NOTHING, others: Iterable[str] = ()) -> Callable[[], Player]:
    """The maker of a player. `spec` is one of

    - `hard`: a player of Parlour, which takes no settings;
    - `my_bot:MyBot`: a class in the current folder or in an installed module, made with the settings as arguments;
    - `openai:MODEL`: a language model;
    - `program:COMMAND`: a program in any language.

    `others` are names that the caller knows besides; an error about an unknown player lists them too.
    """
    if spec.startswith(MODEL):
        from parlour.players.models.player import model_player  # not at the top: few people need it

        return model_player(spec.removeprefix(MODEL), settings)
    if spec.startswith(PROGRAM):
        from parlour.players.program import program_player  # as above

        return program_player(spec.removeprefix(PROGRAM), settings)
    module, colon, attribute = spec.partition(":")
    if colon:
        return load_class(spec, module, attribute, settings)
    if spec not in ROSTER:
        raise unknown_player(spec, "use module:Class, or one of", [*ROSTER, *others])
    if settings:
        raise BadPlayer(f"{spec} takes no settings, so {next(iter(settings))!r} means nothing to it")
    return ROSTER[spec][1]


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
