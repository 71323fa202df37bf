"""`plan.json`: the plan as it was when the run began, with hashes of games, players and prompts, and versions.

A run only goes on while all of this is the same, so every match of a folder was played under the same conditions.
"""

from __future__ import annotations

import json
import platform
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from parlour import __version__
from parlour.arena.harness.hashes import RULES, game_hashes, player_hashes
from parlour.arena.tournament.plan import BadPlan, Entrant, Plan, Variant
from parlour.games.catalogue import game as find_game
from parlour.games.catalogue import is_from_folder
from parlour.games.errors import ParlourError, error_text, reason
from parlour.players.base import Unavailable
from parlour.players.roster import load_player

FORMAT, VERSION = "parlour arena", 1
FILE = "plan.json"
PYTHON = "versions.python"  # matches do not depend on it, as far as anybody knows


class Changed(ParlourError):
    """What was frozen is no longer the same. The message names everything that differs."""


def frozen(plan: Plan) -> dict[str, Any]:
    """The plan as JSON data. Loads every player, so it fails if one of them cannot be made."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "versions": {"parlour": __version__, "python": platform.python_version()},
        "seed": plan.seed,
        "pairs": plan.pairs,
        "max_turns": plan.max_turns,
        "games": [frozen_variant(variant) for variant in plan.games],
        "players": [frozen_entrant(entrant) for entrant in plan.players],
        "meetings": [list(meeting) for meeting in plan.meetings],
    }


def frozen_variant(variant: Variant) -> dict[str, Any]:
    game = variant.game
    return {
        "label": variant.label,
        "game": str(game.folder) if is_from_folder(game.name) else game.name,
        "rules": game.named_rules(),
        "sha256": game_hashes(game),
    }


def frozen_entrant(entrant: Entrant) -> dict[str, Any]:
    content = {"name": entrant.name, "player": entrant.player, "settings": dict(entrant.settings)}
    try:
        player = load_player(entrant.player, entrant.settings)()
        content["sha256"] = player_hashes(entrant.player, player)
        fingerprint = player.fingerprint() if hasattr(player, "fingerprint") else None
        if hasattr(player, "close"):
            player.close()
        if fingerprint is not None:
            content["fingerprint"] = fingerprint
        json.dumps(content)
    except Unavailable as error:
        raise BadPlan(f"the player {entrant.name} cannot be reached: {error}") from None
    except ParlourError as error:
        raise BadPlan(f"the player {entrant.name}: {error}") from None
    except Exception as error:  # a foreign class may raise anything
        raise BadPlan(f"the player {entrant.name} cannot be made: {error_text(error)}") from error
    return content


def thawed(content: dict[str, Any]) -> Plan:
    """The plan of a `plan.json`. Raises Changed if the rules of a game are no longer the same."""
    try:
        return plan_from(content)
    except ParlourError:
        raise
    except (KeyError, TypeError, ValueError) as error:
        raise BadPlan(f"{FILE} is damaged: {error_text(error)}") from None


def plan_from(content: dict[str, Any]) -> Plan:
    games = []
    for each in content["games"]:
        variant = Variant(each["label"], find_game(each["game"], **each["rules"]))
        if game_hashes(variant.game)[RULES] != each["sha256"][RULES]:
            raise Changed(f"the rules of {variant.game.name} have changed since these matches were played")
        games.append(variant)
    return Plan(
        content["seed"],
        content["pairs"],
        content["max_turns"],
        tuple(games),
        tuple(Entrant(each["name"], each["player"], each["settings"]) for each in content["players"]),
        tuple((first, second) for first, second in content["meetings"]),
    )


def read_frozen(folder: Path) -> dict[str, Any]:
    return read_settings(folder / FILE, FORMAT, VERSION)


def read_settings(path: Path, kind: str, version: int) -> dict[str, Any]:
    """The content of a file of frozen settings, which says what it is and of which version."""
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise BadPlan(f"{path} cannot be read: {reason(error)}") from None
    if not isinstance(content, dict) or (content.get("format"), content.get("version")) != (kind, version):
        raise BadPlan(f"{path} is no file of the kind {kind!r} that this Parlour can read")
    return content


def check_same(before: dict[str, Any], now: dict[str, Any], what: str) -> list[str]:
    """Raises Changed, which says `what` is wrong and names what differs. Returns notes on what may differ."""
    found = list(differences(before, json.loads(json.dumps(now))))
    changed = [sentence for key, sentence in found if key != PYTHON]
    if changed:
        raise Changed(f"{what}: {'; '.join(changed)}")
    return [sentence for _, sentence in found]


def differences(before: Any, now: Any, place: str = "") -> Iterator[tuple[str, str]]:
    """Where two frozen settings differ: the key, and a sentence."""
    if isinstance(before, dict) and isinstance(now, dict):
        for key in {**before, **now}:
            inner = f"{place}.{key}" if place else key
            yield from differences(before.get(key), now.get(key), inner)
    elif isinstance(before, list) and isinstance(now, list) and len(before) == len(now):
        for number, (one, other) in enumerate(zip(before, now, strict=True)):
            yield from differences(one, other, f"{place}[{number}]")
    elif json.dumps(before) != json.dumps(now):
        yield place, f"{place} was {shown(before)}, now {shown(now)}"


def shown(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else text[:57] + "..."
