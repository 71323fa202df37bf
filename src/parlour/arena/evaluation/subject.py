"""The player and the game of an evaluation, and the folder that holds its questions and answers."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from parlour import __version__
from parlour.arena.harness.frozen import (
    Entrant,
    check_same,
    file_hash,
    freeze_entrant,
    freeze_game,
    read_frozen,
    value_text,
)
from parlour.files import write_file
from parlour.games.game import Game
from parlour.match.transcript import variant_name
from parlour.players.base import MODEL, Player
from parlour.players.models.settings import WITHOUT_EFFECT, ModelSettings, check_settings
from parlour.players.roster import load_player

FORMAT, VERSION = "parlour evaluation", 2
FILE = "evaluation.json"
QUESTIONS = Path(__file__).parent / "prompts" / "questions-2.md"  # for a language model
SHORT = 12  # characters of a hash


class EvaluationSubject(NamedTuple):
    game: Game
    player: str  # as `parlour.players.roster.load_player` takes it
    settings: Mapping[str, Any]
    seed: int
    max_turns: int | None  # of its matches (END-1); None if nothing is said about matches
    make: Callable[[], Player]
    most_calls: int  # that a choice can take, with everything that is repeated
    most_calls_of_question: int  # the same for a question that is asked once

    @property
    def is_model(self) -> bool:
        return self.player.startswith(MODEL)


def load_subject(
    game: Game, player: str, settings: Mapping[str, Any], seed: int = 0, max_turns: int | None = None
) -> EvaluationSubject:
    """Loads the player. A setting that it does not have is an error."""
    make = load_player(player, settings)
    if not player.startswith(MODEL):
        return EvaluationSubject(game, player, settings, seed, max_turns, make, 1, 1)
    values = check_settings(settings)
    requests = values.retries + 1
    # One more than there are tries: a server may refuse structured output, and is then asked again without it.
    calls = (values.tries + 1) * requests, 2 * requests
    return EvaluationSubject(game, player, settings, seed, max_turns, make, *calls)


def conditions(player: str, settings: Mapping[str, Any]) -> dict[str, Any]:
    """The settings of a player that can change an answer; of a model, those that were not given, too."""
    values = dict(settings)
    if player.startswith(MODEL):
        values = check_settings(values)._asdict()
    return {key: value for key, value in values.items() if key not in WITHOUT_EFFECT and value not in (None, {})}


def freeze_player(subject: EvaluationSubject) -> dict[str, Any]:
    entrant = freeze_entrant(Entrant(subject.player, subject.player, subject.settings))
    return {**entrant, "settings": conditions(subject.player, subject.settings)}


def settle(folder: Path, subject: EvaluationSubject) -> EvaluationSubject:
    """Writes evaluation.json, or makes sure that the folder belongs to this player and game.

    Returns the subject with the limit of turns that holds.
    """
    content: dict[str, Any] = {
        "format": FORMAT,
        "version": VERSION,
        "versions": {"parlour": __version__},
        "seed": subject.seed,
        "max_turns": subject.max_turns,
        "game": freeze_game(variant_name(subject.game), subject.game),
        "player": freeze_player(subject),
        "questions": file_hash(QUESTIONS),
    }
    if (folder / FILE).exists():
        before = read_evaluation(folder)
        limit = before["max_turns"]  # it holds from the first matches on, and for commands that say nothing about it
        content["max_turns"] = content["max_turns"] or limit
        before["max_turns"] = limit or content["max_turns"]
        check_same(before, content, f"{folder} holds another evaluation, use another folder")
    write_file(folder / FILE, json.dumps(content, indent=1) + "\n")
    return subject._replace(max_turns=content["max_turns"])


def read_evaluation(folder: Path) -> dict[str, Any]:
    return read_frozen(folder / FILE, FORMAT, VERSION)


def conditions_of(evaluation: dict[str, Any]) -> dict[str, str]:
    """The settings that can change a figure, apart from the player."""
    texts = {
        "seed, which draws positions, matches and questions": value_text(evaluation["seed"]),
        "version of Parlour": evaluation["versions"]["parlour"],
        "questions": evaluation["questions"][:SHORT],
        **{name: sha256[:SHORT] for name, sha256 in evaluation["game"]["sha256"].items()},
    }
    if evaluation["max_turns"] is not None:
        texts["turns of a match at most"] = value_text(evaluation["max_turns"])
    player = evaluation["player"]
    if player["player"].startswith(MODEL):
        settings = player["settings"]
        names = [name for name in ModelSettings._fields if name not in WITHOUT_EFFECT]
        texts |= {name: value_text(settings[name]) if name in settings else "not set" for name in names}
    return texts
