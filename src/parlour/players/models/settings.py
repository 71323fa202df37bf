"""The settings of a model, from a plan or a command line, checked one by one. A key is never among them."""

import json
import os
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from parlour.games.checks import is_number, whole_number
from parlour.games.errors import ParlourError, shorten

# Names of entries that hold secrets; `prompt_cache_key` and `max_tokens`, for example, do not.
SECRET = re.compile(
    r"key|token|auth|(.*[_-])?(api[_-]?key|secret|password|passwd|authorization|credentials?|bearer"
    r"|(access|auth|refresh|id)[_-]?token)([_-].*)?",
    re.IGNORECASE,
)
# Settings that cannot change an answer, so that a run can be resumed with others: where a model is served, its price.
WITHOUT_EFFECT = ("base_url", "key_variable", "timeout", "retries", "price_in", "price_out")
STANDARD = "standard-2"  # the prompt
SHORTEST_KEY = 12  # characters; a shorter one is a placeholder, which local servers accept


class BadSetting(ParlourError):
    """A model has no such setting, or the value is not allowed."""


class ModelSettings(NamedTuple):
    """All settings with their defaults; None leaves the choice to the server."""

    base_url: str | None = None  # OPENAI_BASE_URL, or else OpenAI's own server
    key_variable: str = "OPENAI_API_KEY"  # the environment variable that holds the key
    prompt: str = STANDARD  # a prompt of ours, or a file
    legal_actions: bool = False  # whether the prompt lists them
    renamed: int | None = None  # the seed of the other names; None for the game's own
    structured: bool = True  # whether to ask for structured output first
    tries: int = 3  # replies to one question, until the match is forfeited
    temperature: float | None = None
    max_tokens: int | None = None
    timeout: float = 120.0  # seconds for one request
    retries: int = 5  # of a request that failed, for example because there were too many
    extra_body: Mapping[str, Any] = {}  # further entries of every request
    price_in: float | None = None  # per million tokens
    price_out: float | None = None


def text(value: object) -> str | None:
    return value if isinstance(value, str) and value and value.isprintable() else None


def boolean(value: object) -> bool | None:
    return value if isinstance(value, bool) else None


def whole(least: int, most: int) -> Callable[[object], int | None]:
    def check(value: object) -> int | None:
        number = whole_number(value)
        return number if number is not None and least <= number <= most else None

    return check


def number(least: float, most: float) -> Callable[[object], float | None]:
    def check(value: object) -> float | None:
        good = is_number(value) and least <= value <= most  # type: ignore[operator]
        return float(value) if good else None  # type: ignore[arg-type]  # only numbers are good

    return check


def address(value: object) -> str | None:
    """An address without a name, a password or a query: a key could be in there, and plans are written to files."""
    try:
        parts = urlsplit(value) if isinstance(value, str) and value.isprintable() else None
    except ValueError:
        return None
    if parts is None or parts.scheme not in ("http", "https") or not parts.hostname:
        return None
    return None if parts.username is not None or parts.query or parts.fragment else str(value)


def table(value: object) -> dict[str, Any] | None:
    try:
        return dict(value) if isinstance(value, Mapping) and json.dumps(dict(value)) else None
    except (TypeError, ValueError):  # a date, for example, which plans can have and JSON cannot
        return None


# The check of each setting, and the allowed values as an error describes them.
CHECKS: dict[str, tuple[Callable[[object], Any], str]] = {
    "base_url": (address, "an address such as http://127.0.0.1:8080/v1, without a password or a query"),
    "key_variable": (text, "the name of an environment variable"),
    "prompt": (text, "the name of a prompt, or a file"),
    "legal_actions": (boolean, "true or false"),
    "renamed": (whole(0, 2**32 - 1), "true, false, or a seed from 0 to 4294967295"),
    "structured": (boolean, "true or false"),
    "tries": (whole(1, 10), "a whole number from 1 to 10"),
    "temperature": (number(0.0, 2.0), "a number from 0 to 2"),
    "max_tokens": (whole(1, 10**9), "a whole number of at least 1"),
    "timeout": (number(0.001, 86_400.0), "seconds, from 0.001 to 86400"),
    "retries": (whole(0, 100), "a whole number from 0 to 100"),
    "extra_body": (table, "a table of entries for the body of every request"),
    "price_in": (number(0.0, 1e9), "a price per million tokens"),
    "price_out": (number(0.0, 1e9), "a price per million tokens"),
}


def check_settings(given: Mapping[str, object]) -> ModelSettings:
    values: dict[str, Any] = {}
    for name, value in given.items():
        if name not in CHECKS:
            raise BadSetting(unknown(name))
        check, allowed = CHECKS[name]
        if name == "renamed" and isinstance(value, bool):
            values[name] = 1 if value else None
            continue
        values[name] = check(value)
        if values[name] is None:
            # Errors do not repeat these two, because they may hold a key by mistake.
            shown = "" if name in ("base_url", "extra_body") else f", not {shorten(value)}"
            raise BadSetting(f"{name} of a model must be {allowed}{shown}")
    if ("price_in" in values) != ("price_out" in values):
        raise BadSetting("a model has both price_in and price_out, or neither")
    settings = ModelSettings(**values)
    hidden = next(secrets_in(settings.extra_body, key_from_environment(settings)), None)
    if hidden is not None:
        raise BadSetting(
            f"extra_body of a model must not hold secrets, because plans are written to files: {hidden}; a key belongs "
            "in the environment variable that key_variable names"
        )
    return settings


def secrets_in(content: object, key: str, place: str = "extra_body") -> Iterator[str]:
    """Where in a table there is something that looks like a secret, at any depth."""
    if isinstance(content, Mapping):
        for name, value in content.items():
            inner = f"{place}.{name}"
            if SECRET.fullmatch(str(name)):
                yield inner
            yield from secrets_in(value, key, inner)
    elif isinstance(content, list):
        for number, value in enumerate(content):
            yield from secrets_in(value, key, f"{place}[{number}]")
    elif isinstance(content, str) and (content.startswith(("Bearer ", "sk-")) or is_in(key, content)):
        yield place


def is_in(key: str, text: str) -> bool:
    """Whether a text contains the key. A short one is a placeholder, and may be part of any text."""
    return len(key) >= SHORTEST_KEY and key in text


def unknown(name: object) -> str:
    if isinstance(name, str) and "key" in name.lower():
        return (
            f"a key is not a setting: put it into the environment variable {ModelSettings().key_variable}, or into "
            "another one and name that one with key_variable"
        )
    return f"a model has no setting {shorten(name)}; it has: {', '.join(CHECKS)}"


def key_from_environment(settings: ModelSettings) -> str:
    """The key; empty if there is none. It must fit into a header: errors about one that does not would repeat it."""
    key = os.environ.get(settings.key_variable, "").strip()
    if not (key.isascii() and key.isprintable()):
        raise BadSetting(f"the key in {settings.key_variable} has characters that no key has; copy it again")
    return key
