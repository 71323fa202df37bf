"""Who is evaluated, in which game, and the folder that holds what was asked."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from parlour import __version__
from parlour.arena.frozen import differences, frozen_entrant, frozen_variant
from parlour.arena.ledger import replace
from parlour.arena.plan import Entrant, Variant
from parlour.games.errors import ParlourError, reason
from parlour.games.game import Game
from parlour.match.transcript import variant_name
from parlour.players.base import Player
from parlour.players.loading import load_player

FORMAT, VERSION = "parlour evaluation", 1
FILE = "evaluation.json"
MODEL = "openai:"
# Settings of a model that cannot change an answer: a run can be resumed with others.
CHANGEABLE = ("base_url", "key_variable", "timeout", "retries", "price_in", "price_out")


class OtherSubject(ParlourError):
    """The folder belongs to the evaluation of another player, another game, or other settings."""


class Subject(NamedTuple):
    game: Game
    player: str  # what `parlour.players.loading.load_player` takes
    settings: Mapping[str, Any]
    seed: int
    make: Callable[[], Player]
    most_calls: int  # that a choice can take, with everything that is repeated
    most_calls_of_question: int  # the same for a question that is asked once

    @property
    def is_model(self) -> bool:
        return self.player.startswith(MODEL)


def subject(game: Game, player: str, settings: Mapping[str, Any], seed: int = 0) -> Subject:
    """Loads the player. A setting that it does not have is an error."""
    make = load_player(player, settings)
    if not player.startswith(MODEL):
        return Subject(game, player, settings, seed, make, 1, 1)
    from parlour.players.models.settings import checked

    values = checked(settings)
    requests = values.retries + 1
    # One more than there are tries: a server may refuse structured output, and is then asked again without it.
    return Subject(game, player, settings, seed, make, (values.tries + 1) * requests, 2 * requests)


def conditions(evaluated: Subject) -> dict[str, Any]:
    """The settings that can change an answer; of a model, those that were not given, too."""
    values = dict(evaluated.settings)
    if evaluated.is_model:
        from parlour.players.models.settings import checked

        values = checked(values)._asdict()
    return {key: value for key, value in values.items() if key not in CHANGEABLE and value not in (None, {})}


def frozen(evaluated: Subject) -> dict[str, Any]:
    """What must stay the same in a folder."""
    entrant = frozen_entrant(Entrant(evaluated.player, evaluated.player, evaluated.settings))
    entrant["settings"] = {key: value for key, value in evaluated.settings.items() if key not in CHANGEABLE}
    return {
        "format": FORMAT,
        "version": VERSION,
        "versions": {"parlour": __version__},
        "seed": evaluated.seed,
        "game": frozen_variant(Variant(variant_name(evaluated.game), evaluated.game)),
        "player": entrant,
    }


def settle(folder: Path, evaluated: Subject) -> None:
    """Writes evaluation.json, or makes sure that the folder belongs to this player and game."""
    path, content = folder / FILE, frozen(evaluated)
    if not path.exists():
        replace(path, json.dumps(content, indent=1).encode() + b"\n")
        return
    changed = [sentence for _, sentence in differences(read_frozen(folder), json.loads(json.dumps(content)))]
    if changed:
        raise OtherSubject(f"{folder} holds another evaluation: {'; '.join(changed)}. Use another folder")


def read_frozen(folder: Path) -> dict[str, Any]:
    path = folder / FILE
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise ParlourError(f"{path} cannot be read: {reason(error)}") from None
    if not isinstance(content, dict) or (content.get("format"), content.get("version")) != (FORMAT, VERSION):
        raise ParlourError(f"{path} is not an evaluation that this Parlour can read")
    return content
