"""The player: puts a position into words, asks the model, reads its answer strictly, and tries again if it must."""

from collections.abc import Callable, Mapping
from functools import partial
from random import Random
from threading import Event
from typing import Any

from parlour.games.errors import ParlourError
from parlour.match.match import View
from parlour.players.base import MODEL, BadPlayer
from parlour.players.models.client import SHORT, excerpt
from parlour.players.models.model import CallLog, Model, ModelQuestion, digest
from parlour.players.models.prompt import Prompt, position_of
from parlour.players.models.replies import read
from parlour.players.models.settings import WITHOUT_EFFECT, ModelSettings, check_settings
from parlour.players.models.wording import wording_of

SCHEMA: Mapping[str, object] = {
    "type": "object",
    "properties": {"thinking": {"type": "string"}, "action": {"type": "string"}},
    "required": ["thinking", "action"],
    "additionalProperties": False,
}


class NoLegalAnswer(ParlourError):
    """The model did not name a legal action in any of its tries. It forfeits the match."""


class ModelPlayer:
    """A language model. Every choice is a separate conversation, which contains the whole history of the match.

    So the prompt depends only on the match, and never on earlier requests. The player takes no random numbers: the
    randomness is in the model. Several threads may use one player.
    """

    def __init__(self, model: str, settings: ModelSettings, plain: Event) -> None:
        """`plain` is set once the server refuses structured output; players that share it find out only once."""
        self.settings = settings
        self._prompt = Prompt(settings.prompt)
        self._model = Model(model, settings, plain)
        self._ledger = CallLog()

    def choose(self, view: View, random: Random) -> int:
        position = position_of(view, wording_of(view.game, self.settings.renamed))
        question = self._prompt.user(position, self.settings.legal_actions)
        reader = partial(read, labels=position.labels, forms=position.forms)
        note, kinds, last = "", [], ""
        for attempt in range(1, self.settings.tries + 1):
            messages = partial(self._prompt.messages, position, question + note)
            asked = ModelQuestion(position, attempt, messages, SCHEMA, self._ledger)
            exchange, reading = self._model.ask(asked, reader)
            if reading.kind == "legal":
                return int(reading.meaning)
            kinds.append(reading.kind)
            last = excerpt(reading.answer or exchange.reply, SHORT)
            structured = self._model.structured
            note = "\n" + self._prompt.note(position, self.settings.legal_actions, structured, reading)
        raise NoLegalAnswer(f"no legal answer in {len(kinds)} tries ({', '.join(kinds)}); the last one: {last!r}")

    def fingerprint(self) -> str:
        """A hash of the prompt's texts, and of all settings that can change an answer, without the games' texts."""
        others = (*WITHOUT_EFFECT, "prompt")
        settings = {name: value for name, value in self.settings._asdict().items() if name not in others}
        return digest([self._model.name, settings, self._prompt.text])

    def take_calls(self) -> list[dict[str, Any]]:
        """The requests since the last time, one entry for every HTTP request."""
        return self._ledger.take()

    def close(self) -> None:
        self._model.close()


def model_player(model: str, settings: Mapping[str, object]) -> Callable[[], ModelPlayer]:
    """The maker of the player `openai:MODEL`. Unknown settings and bad values are errors at once."""
    if not model.strip() or not model.isprintable():
        raise BadPlayer(f"{MODEL} must be followed by a model")
    values = check_settings(settings)
    Prompt(values.prompt)  # so that a bad file is an error at once, too
    plain = Event()
    return lambda: ModelPlayer(model, values, plain)
