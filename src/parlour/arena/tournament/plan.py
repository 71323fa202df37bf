"""What is to be played: a plan, read from TOML and checked."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

from parlour.games.catalogue import game as find_game
from parlour.games.checks import check_seed, whole_number
from parlour.games.errors import ParlourError, reason, shorten
from parlour.games.game import Game
from parlour.match.record import is_plain

MAX_TURNS = 1_000  # decisions; in some games play can go on for ever
MOST_PAIRS = 100_000_000
SECRETS = ("api_key", "authorization", "key", "password", "secret", "token")


class BadPlan(ParlourError):
    """A plan that cannot be played. The message names the key that is wrong."""


class Variant(NamedTuple):
    label: str
    game: Game


class Entrant(NamedTuple):
    name: str
    player: str  # what `parlour.players.roster.load_player` takes
    settings: Mapping[str, Any]


class Plan(NamedTuple):
    seed: int
    pairs: int  # of matches, in each meeting and game
    max_turns: int
    games: tuple[Variant, ...]
    players: tuple[Entrant, ...]
    meetings: tuple[tuple[str, str], ...]

    def variant(self, label: str) -> Variant:
        return next(variant for variant in self.games if variant.label == label)

    @property
    def total(self) -> int:
        """How many pairs there are."""
        return len(self.games) * len(self.meetings) * self.pairs


def read_plan(path: Path) -> Plan:
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:  # ValueError: not TOML, or not text
        raise BadPlan(f"{path} cannot be read: {reason(error)}") from None
    try:
        return checked_plan(content)
    except ParlourError as error:
        raise BadPlan(f"{path}: {error}") from None


def checked_plan(content: Mapping[str, Any]) -> Plan:
    keys(content, "", ("games", "players"), ("seed", "pairs", "max_turns", "meetings"))
    try:
        seed = check_seed(content.get("seed", 0))
    except ParlourError as error:
        raise BadPlan(f"seed: {error}") from None
    games = tuple(checked_variant(each, f"games[{n}]") for n, each in enumerate(entries(content, "games")))
    players = tuple(checked_entrant(each, f"players[{n}]") for n, each in enumerate(entries(content, "players")))
    distinct([variant.label for variant in games], "games", "label")
    # Two labels of one variant would be played with the same seeds, and counted as if they shared no luck.
    distinct([usual_label(variant.game) for variant in games], "games", "variant")
    distinct([entrant.name for entrant in players], "players", "name")
    names = [entrant.name for entrant in players]
    if len(names) < 2:
        raise BadPlan("players: a tournament needs at least two")
    if "meetings" in content:
        meetings = tuple(checked_meeting(each, n, names) for n, each in enumerate(entries(content, "meetings")))
        distinct([" and ".join(sorted(meeting)) for meeting in meetings], "meetings", "meeting")
    else:
        meetings = tuple(combinations(names, 2))
    pairs = positive(content.get("pairs", 1), "pairs")
    plan = Plan(seed, pairs, positive(content.get("max_turns", MAX_TURNS), "max_turns"), games, players, meetings)
    if plan.total > MOST_PAIRS:
        raise BadPlan(f"pairs: {plan.total:,} pairs in all are too many; the limit is {MOST_PAIRS:,}")
    return plan


def checked_variant(entry: Any, place: str) -> Variant:
    """`"tower-siege"`, or a table with `game` and perhaps `rules` and `label`."""
    entry = {"game": entry} if isinstance(entry, str) else table(entry, place)
    keys(entry, place, ("game",), ("rules", "label"))
    name, rules = text(entry["game"], f"{place}.game"), table(entry.get("rules", {}), f"{place}.rules")
    try:
        game = find_game(name, **rules)
    except ParlourError as error:
        raise BadPlan(f"{place}: {error}") from None
    return Variant(text(entry.get("label", usual_label(game)), f"{place}.label"), game)


def usual_label(game: Game) -> str:
    return game.name + "".join(f" {field}={value}" for field, value in game.changed_rules().items())


def checked_entrant(entry: Any, place: str) -> Entrant:
    """`"hard"`, or a table with `player` and perhaps `name` and `settings`."""
    entry = {"player": entry} if isinstance(entry, str) else table(entry, place)
    keys(entry, place, ("player",), ("name", "settings"))
    player, settings = text(entry["player"], f"{place}.player"), table(entry.get("settings", {}), f"{place}.settings")
    secret = next((key for key in settings if key.lower() in SECRETS), None)
    if secret:
        raise BadPlan(f"{place}.settings.{secret}: a plan holds no secrets; put it into the environment")
    return Entrant(text(entry.get("name", player), f"{place}.name"), player, settings)


def checked_meeting(entry: Any, number: int, names: list[str]) -> tuple[str, str]:
    if not isinstance(entry, list) or len(entry) != 2:
        raise BadPlan(f"meetings[{number}]: give the names of two players, not {shorten(entry)}")
    for name in entry:
        if name not in names:
            raise BadPlan(f"meetings[{number}]: there is no player {shorten(name)}; there are {', '.join(names)}")
    if entry[0] == entry[1]:
        raise BadPlan(f"meetings[{number}]: {entry[0]} cannot meet itself; enter the player twice, with two names")
    return entry[0], entry[1]


def keys(entry: Mapping[str, Any], place: str, needed: tuple[str, ...], optional: tuple[str, ...]) -> None:
    dotted = f"{place}." if place else ""
    for key in entry:
        if key not in needed + optional:
            raise BadPlan(f"{dotted}{key}: there is no such key; there are {', '.join(needed + optional)}")
    for key in needed:
        if key not in entry:
            raise BadPlan(f"{dotted}{key} is missing")


def entries(content: Mapping[str, Any], key: str) -> list[Any]:
    found = content[key]
    if not isinstance(found, list) or not found:
        raise BadPlan(f"{key}: give a list that is not empty, not {shorten(found)}")
    return found


def table(value: Any, place: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise BadPlan(f"{place}: give a table, not {shorten(value)}")
    return value


def text(value: Any, place: str) -> str:
    if not isinstance(value, str) or not value.strip() or not is_plain(value):
        raise BadPlan(f"{place}: give a plain text, not {shorten(value)}")
    return value


def positive(value: Any, place: str) -> int:
    number = whole_number(value)
    if number is None or number < 1:
        raise BadPlan(f"{place}: give a whole number of at least 1, not {shorten(value)}")
    return number


def distinct(names: list[str], place: str, what: str) -> None:
    for number, name in enumerate(names):
        if name in names[:number]:
            raise BadPlan(f"{place}[{number}]: the {what} {name!r} appears twice")
