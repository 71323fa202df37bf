"""The plan of a tournament, read from TOML and checked; its pairs; and `plan.json`, which a run begins with."""

import hashlib
import json
import platform
import tomllib
from collections.abc import Callable, Mapping
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

from parlour import __version__
from parlour.arena.harness.frozen import (
    RULES,
    BadPlan,
    Changed,
    Entrant,
    freeze_entrant,
    freeze_game,
    game_hashes,
    read_frozen,
)
from parlour.games.catalogue import game as find_game
from parlour.games.catalogue import is_folder, named_game, plain_name
from parlour.games.checks import check_seed, whole_number
from parlour.games.errors import ParlourError, UnknownGame, error_text, reason, shorten
from parlour.games.game import Game
from parlour.games.line import MAX_TURNS
from parlour.match.record import is_plain

FORMAT, VERSION = "parlour arena", 2
FILE = "plan.json"
MOST_PAIRS = 100_000_000
SECRETS = ("api_key", "authorization", "key", "password", "secret", "token")


class TournamentPlan(NamedTuple):
    seed: int
    pairs: int  # of matches, in each matchup and game
    max_turns: int  # END-1
    games: Mapping[str, Game]  # by label
    players: tuple[Entrant, ...]
    matchups: tuple[tuple[str, str], ...]  # the players who play against each other

    @property
    def total(self) -> int:
        return len(self.games) * len(self.matchups) * self.pairs


class PlannedPair(NamedTuple):
    """Two matches with the same seed; in the second one the players have swapped seats."""

    number: int
    label: str  # of the game
    game: Game
    players: tuple[str, str]
    seed: int


def pair_of(plan: TournamentPlan, number: int) -> PlannedPair:
    rest, repetition = divmod(number, plan.pairs)
    place, matchup = divmod(rest, len(plan.matchups))
    label, game = list(plan.games.items())[place]
    return PlannedPair(number, label, game, plan.matchups[matchup], seed_of(plan.seed, game, repetition))


def seed_of(seed: int, game: Game, repetition: int) -> int:
    """The same for all players, so that comparisons share their luck. JavaScript can read 48 bits exactly."""
    text = json.dumps([seed, game.name, game.named_rules(), repetition])
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:6], "big")


def freeze_plan(plan: TournamentPlan) -> dict[str, Any]:
    """The plan as JSON data. Loads every player, so it fails if one of them cannot be made."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "versions": {"parlour": __version__, "python": platform.python_version()},
        "seed": plan.seed,
        "pairs": plan.pairs,
        "max_turns": plan.max_turns,
        "games": [freeze_game(label, game) for label, game in plan.games.items()],
        "players": [freeze_entrant(entrant) for entrant in plan.players],
        "matchups": [list(matchup) for matchup in plan.matchups],
    }


def read_frozen_plan(folder: Path) -> dict[str, Any]:
    return read_frozen(folder / FILE, FORMAT, VERSION)


def thaw_plan(content: dict[str, Any], find: Callable[..., Game] = find_game) -> TournamentPlan:
    """The plan of a `plan.json`. Raises Changed if the rules of a game are no longer the same."""
    try:
        games: dict[str, Game] = {}
        for each in content["games"]:
            game = games[each["label"]] = find(each["game"], **each["rules"])
            if game_hashes(game)[RULES] != each["sha256"][RULES]:
                raise Changed(f"the rules of {game.name} have changed since these matches were played")
        return TournamentPlan(
            content["seed"],
            content["pairs"],
            content["max_turns"],
            games,
            tuple(Entrant(each["name"], each["player"], each["settings"]) for each in content["players"]),
            tuple((first, second) for first, second in content["matchups"]),
        )
    except ParlourError:
        raise
    except (KeyError, TypeError, ValueError) as error:
        raise BadPlan(f"{FILE} is damaged: {error_text(error)}") from None


def loaded_game(name: str, /, **rules: object) -> Game:
    """A game that this process knows. The results of others are read this way, so that no folder in them runs code."""
    try:
        return named_game(plain_name(Path(name).name) if is_folder(name) else name, **rules)
    except UnknownGame:
        if not is_folder(name):
            raise
        trusted = f"if you trust its code, install it or add --game {name}"
        raise BadPlan(f"the matches were played with the game in {name}; {trusted}") from None


def read_plan(path: Path) -> TournamentPlan:
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:  # ValueError: not TOML, or not text
        raise BadPlan(f"{path} cannot be read: {reason(error)}") from None
    try:
        return plan_from(content)
    except ParlourError as error:
        raise BadPlan(f"{path}: {error}") from None


def plan_from(content: Mapping[str, Any]) -> TournamentPlan:
    """The plan that a TOML file describes, or BadPlan."""
    check_keys(content, "", ("games", "players"), ("seed", "pairs", "max_turns", "matchups"))
    try:
        seed = check_seed(content.get("seed", 0))
    except ParlourError as error:
        raise BadPlan(f"seed: {error}") from None
    games = [game_from(each, f"games[{n}]") for n, each in enumerate(entries(content, "games"))]
    players = tuple(entrant_from(each, f"players[{n}]") for n, each in enumerate(entries(content, "players")))
    check_distinct([label for label, _ in games], "games", "label")
    # Two labels of one variant would be played with the same seeds, and counted as if they shared no luck.
    check_distinct([usual_label(game) for _, game in games], "games", "variant")
    names = [entrant.name for entrant in players]
    check_distinct(names, "players", "name")
    if len(names) < 2:
        raise BadPlan("players: a tournament needs at least two")
    matchups = tuple(combinations(names, 2))
    if "matchups" in content:
        matchups = tuple(matchup_from(each, n, names) for n, each in enumerate(entries(content, "matchups")))
        check_distinct([" and ".join(sorted(matchup)) for matchup in matchups], "matchups", "matchup")
    pairs = positive(content.get("pairs", 1), "pairs")
    max_turns = positive(content.get("max_turns", MAX_TURNS), "max_turns")
    plan = TournamentPlan(seed, pairs, max_turns, dict(games), players, matchups)
    if plan.total > MOST_PAIRS:
        raise BadPlan(f"pairs: {plan.total:,} pairs in all are too many; the limit is {MOST_PAIRS:,}")
    return plan


def game_from(entry: Any, place: str) -> tuple[str, Game]:
    """`"tower-siege"`, or a table with `game` and perhaps `rules` and `label`."""
    entry = {"game": entry} if isinstance(entry, str) else table(entry, place)
    check_keys(entry, place, ("game",), ("rules", "label"))
    name, rules = text(entry["game"], f"{place}.game"), table(entry.get("rules", {}), f"{place}.rules")
    try:
        game = find_game(name, **rules)
    except ParlourError as error:
        raise BadPlan(f"{place}: {error}") from None
    return text(entry.get("label", usual_label(game)), f"{place}.label"), game


def usual_label(game: Game) -> str:
    return game.name + "".join(f" {field}={value}" for field, value in game.changed_rules().items())


def entrant_from(entry: Any, place: str) -> Entrant:
    """`"hard"`, or a table with `player` and perhaps `name` and `settings`."""
    entry = {"player": entry} if isinstance(entry, str) else table(entry, place)
    check_keys(entry, place, ("player",), ("name", "settings"))
    player, settings = text(entry["player"], f"{place}.player"), table(entry.get("settings", {}), f"{place}.settings")
    secret = next((key for key in settings if key.lower() in SECRETS), None)
    if secret:
        raise BadPlan(f"{place}.settings.{secret}: a plan holds no secrets; put it into the environment")
    return Entrant(text(entry.get("name", player), f"{place}.name"), player, settings)


def matchup_from(entry: Any, number: int, names: list[str]) -> tuple[str, str]:
    if not isinstance(entry, list) or len(entry) != 2:
        raise BadPlan(f"matchups[{number}]: give the names of two players, not {shorten(entry)}")
    for name in entry:
        if name not in names:
            raise BadPlan(f"matchups[{number}]: there is no player {shorten(name)}; there are {', '.join(names)}")
    if entry[0] == entry[1]:
        raise BadPlan(f"matchups[{number}]: {entry[0]} cannot play itself; enter the player twice, with two names")
    return entry[0], entry[1]


def check_keys(entry: Mapping[str, Any], place: str, needed: tuple[str, ...], optional: tuple[str, ...]) -> None:
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


def check_distinct(names: list[str], place: str, what: str) -> None:
    for number, name in enumerate(names):
        if name in names[:number]:
            raise BadPlan(f"{place}[{number}]: the {what} {name!r} appears twice")
