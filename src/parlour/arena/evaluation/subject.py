"""Who is evaluated, in which game, and the folder that holds what was asked."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from parlour import __version__
from parlour.arena.evaluation.texts import FILE as QUESTIONS
from parlour.arena.harness.frozen import check_same, frozen_entrant, frozen_variant, read_settings
from parlour.arena.harness.hashes import file_hash
from parlour.arena.tournament.plan import Entrant, Variant
from parlour.files import write_file
from parlour.games.game import Game
from parlour.match.transcript import variant_name
from parlour.players.base import Player
from parlour.players.roster import load_player

FORMAT, VERSION = "parlour evaluation", 1
FILE = "evaluation.json"
MODEL = "openai:"
# Settings of a model that cannot change an answer: a run can be resumed with others.
CHANGEABLE = ("base_url", "key_variable", "timeout", "retries", "price_in", "price_out")


class Subject(NamedTuple):
    game: Game
    player: str  # what `parlour.players.roster.load_player` takes
    settings: Mapping[str, Any]
    seed: int
    max_turns: int | None  # decisions of its matches at most; None if nothing is said about matches
    make: Callable[[], Player]
    most_calls: int  # that a choice can take, with everything that is repeated
    most_calls_of_question: int  # the same for a question that is asked once

    @property
    def is_model(self) -> bool:
        return self.player.startswith(MODEL)


def subject(
    game: Game, player: str, settings: Mapping[str, Any], seed: int = 0, max_turns: int | None = None
) -> Subject:
    """Loads the player. A setting that it does not have is an error."""
    make = load_player(player, settings)
    if not player.startswith(MODEL):
        return Subject(game, player, settings, seed, max_turns, make, 1, 1)
    from parlour.players.models.settings import check_settings

    values = check_settings(settings)
    requests = values.retries + 1
    # One more than there are tries: a server may refuse structured output, and is then asked again without it.
    return Subject(game, player, settings, seed, max_turns, make, (values.tries + 1) * requests, 2 * requests)


def conditions(player: str, settings: Mapping[str, Any]) -> dict[str, Any]:
    """The settings of a player that can change an answer; of a model, those that were not given, too."""
    values = dict(settings)
    if player.startswith(MODEL):
        from parlour.players.models.settings import check_settings

        values = check_settings(values)._asdict()
    return {key: value for key, value in values.items() if key not in CHANGEABLE and value not in (None, {})}


def frozen(evaluated: Subject) -> dict[str, Any]:
    """What must stay the same in a folder."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "versions": {"parlour": __version__},
        "seed": evaluated.seed,
        "max_turns": evaluated.max_turns,
        "game": frozen_variant(Variant(variant_name(evaluated.game), evaluated.game)),
        "player": frozen_player(evaluated),
        "questions": file_hash(QUESTIONS),
    }


def frozen_player(evaluated: Subject) -> dict[str, Any]:
    entrant = frozen_entrant(Entrant(evaluated.player, evaluated.player, evaluated.settings))
    return {**entrant, "settings": conditions(evaluated.player, evaluated.settings)}


def settle(folder: Path, evaluated: Subject) -> dict[str, Any]:
    """Writes evaluation.json, or makes sure that the folder belongs to this player and game. Returns what holds."""
    content = frozen(evaluated)
    if (folder / FILE).exists():
        before = read_frozen(folder)
        limit = before["max_turns"]  # it holds from the first matches on, and for commands that say nothing about it
        content["max_turns"] = content["max_turns"] or limit
        before["max_turns"] = limit or content["max_turns"]
        check_same(before, content, f"{folder} holds another evaluation, use another folder")
    write_file(folder / FILE, json.dumps(content, indent=1) + "\n")
    return content


def read_frozen(folder: Path) -> dict[str, Any]:
    return read_settings(folder / FILE, FORMAT, VERSION)
