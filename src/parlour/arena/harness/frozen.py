"""Games, players and settings as they were when a run began, with hashes of everything that can change their play.

A run continues only while all of this is the same, so all results of a folder were obtained under the same conditions.
"""

import hashlib
import json
import shlex
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from parlour.games.catalogue import is_from_folder
from parlour.games.errors import ParlourError, error_text, reason
from parlour.games.game import Game
from parlour.players.base import MODEL, PROGRAM, Contestant, Player, Unavailable
from parlour.players.roster import load_player

RULES = "rules.py"
TEXTS = (RULES, "words.py", "RULES.md")  # the rules, the views of the seats, and the text for language models
RENAMED = ("renamed.py", "RENAMED.md")  # the same in other words, where a game has them
PYTHON = "versions.python"  # matches do not depend on it, as far as is known
LONGEST = 60  # characters of a value in a message


class BadPlan(ParlourError):
    """A plan that cannot be played, or settings that cannot be read. The message names the mistake."""


class Changed(ParlourError):
    """Something frozen is no longer the same. The message names everything that differs."""


class Entrant(NamedTuple):
    name: str
    player: str  # as `parlour.players.roster.load_player` takes it
    settings: Mapping[str, Any]


def freeze_game(label: str, game: Game) -> dict[str, Any]:
    return {
        "label": label,
        "game": str(game.folder) if is_from_folder(game.name) else game.name,
        "rules": game.named_rules(),
        "sha256": game_hashes(game),
    }


def freeze_entrant(entrant: Entrant) -> dict[str, Any]:
    """Loads the player, so it fails if that is not possible."""
    content = {"name": entrant.name, "player": entrant.player, "settings": dict(entrant.settings)}
    try:
        made = Contestant(load_player(entrant.player, entrant.settings)())
        content["sha256"] = player_hashes(entrant.player, made.player)
        fingerprint = made.fingerprint()
        made.close()
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


def game_hashes(game: Game) -> dict[str, str]:
    """By the name of the file."""
    renamed = [name for name in RENAMED if (game.folder / name).is_file()]
    return {name: file_hash(game.folder / name) for name in (*TEXTS, *renamed)}


def player_hashes(spec: str, player: Player) -> dict[str, str]:
    """By the name of the file: the module that defines an own class, or the files that a command names.

    The imports and child processes of these are not followed. The players of Parlour belong to its version.
    """
    if spec.startswith(PROGRAM):
        words = shlex.split(spec.removeprefix(PROGRAM))
        return {word: file_hash(Path(word)) for word in words if Path(word).is_file()}
    if ":" not in spec or spec.startswith(MODEL):
        return {}
    source = getattr(sys.modules[type(player).__module__], "__file__", None)
    return {Path(source).name: file_hash(Path(source))} if source else {}


def file_hash(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def read_frozen(path: Path, kind: str, version: int) -> dict[str, Any]:
    """The content of a file of frozen settings, with its kind and version."""
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise BadPlan(f"{path} cannot be read: {reason(error)}") from None
    if not isinstance(content, dict) or content.get("format") != kind:
        raise BadPlan(f"{path} is no file of the kind {kind!r}")
    found = content.get("version")
    if found != version:
        raise BadPlan(f"{path} has version {found!r}, and this Parlour reads version {version}; use another folder")
    return content


def check_same(before: dict[str, Any], now: dict[str, Any], what: str) -> list[str]:
    """Raises Changed, which says `what` is wrong and names the differences. Returns notes on possible differences."""
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
        yield place, f"{place} was {value_text(before)}, now {value_text(now)}"


def value_text(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= LONGEST else text[: LONGEST - 3] + "..."
