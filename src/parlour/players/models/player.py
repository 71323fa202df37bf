"""The player: puts a position into words, asks the model, reads its answer strictly, and asks again if it must."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from random import Random
from threading import Event
from typing import Any

from parlour.games.errors import ParlourError
from parlour.match.view import View
from parlour.players.models.calls import Call, Kind, Ledger, Prices, Usage, excerpt
from parlour.players.models.client import Client, Exchange, unavailable
from parlour.players.models.prompt import Position, Prompt, position_of
from parlour.players.models.reader import Reading, read
from parlour.players.models.renamed import names_digest
from parlour.players.models.settings import BadSetting, Settings, checked
from parlour.players.models.wordings import wording_of

SCHEMA: Mapping[str, object] = {
    "type": "object",
    "properties": {"thinking": {"type": "string"}, "action": {"type": "string"}},
    "required": ["thinking", "action"],
    "additionalProperties": False,
}
SHORT = 60  # characters of an answer in an error message, or in the text that asks again


class NoLegalAnswer(ParlourError):
    """The model did not name a legal action in any of its tries. It forfeits the match."""


class ModelPlayer:
    """A language model. Every choice is a conversation of its own, which contains the whole history of the match.

    So what the model is told depends only on the match, and never on how it was asked before. It takes no random
    numbers: what is random is in the model. Several threads may use one player.
    """

    def __init__(self, model: str, settings: Settings, plain: Event) -> None:
        """`plain` is set once the server refuses structured output; players that share it find out only once."""
        self.model, self.settings = model, settings
        self._prompt = Prompt(settings.prompt)
        self._prices = Prices(settings.price_in, settings.price_out or 0.0) if settings.price_in is not None else None
        self._client = Client(model, settings)
        self._plain = plain
        self._ledger = Ledger()

    def choose(self, view: View, random: Random) -> int:
        position = position_of(view, wording_of(view.game, self.settings.renamed))
        question = self._prompt.user(position, self.settings.legal_actions)
        note, kinds, last = "", [], ""
        for attempt in range(1, self.settings.tries + 1):
            reply, reading = self._ask(position, question + note, attempt)
            if reading.action is not None:
                return reading.action
            kinds.append(reading.kind)
            last = excerpt(reading.answer or reply, SHORT)
            note = "\n" + self._note(position, reading)
        raise NoLegalAnswer(f"no legal answer in {len(kinds)} tries ({', '.join(kinds)}); the last one: {last!r}")

    def fingerprint(self) -> str:
        """A hash of the prompt's texts, and of all settings that can change an answer."""
        settings = self.settings._asdict()
        for name in ("base_url", "key_variable", "prompt", "timeout", "retries", "price_in", "price_out"):
            del settings[name]
        content = [self.model, settings, self._prompt.text, names_digest() if settings["renamed"] is not None else ""]
        return digest(content)

    def take_calls(self) -> list[dict[str, Any]]:
        """What was asked since the last time, one entry for every HTTP request."""
        return self._ledger.take()

    def close(self) -> None:
        self._client.close()

    def _ask(self, position: Position, question: str, attempt: int) -> tuple[str, Reading]:
        """One reply and what it means. A server that refuses structured output is asked again without it."""
        structured = not self._plain.is_set()
        messages = self._messages(position, question, structured)
        exchange = self._client.ask(messages, SCHEMA if structured else None)
        if exchange.refused and structured:
            self._record(position, attempt, messages, exchange, "error")
            structured = False
            messages = self._messages(position, question, structured)
            exchange = self._client.ask(messages, None)
            if not exchange.failure:
                self._plain.set()
        if exchange.failure:
            self._record(position, attempt, messages, exchange, "error")
            raise unavailable(self.model, exchange)
        if exchange.problem:
            reading = Reading("unreadable", problem=exchange.problem)
        else:
            reading = read(exchange.reply, structured, position.labels, position.forms)
        self._record(position, attempt, messages, exchange, reading.kind)
        return exchange.reply, reading

    def _messages(self, position: Position, question: str, structured: bool) -> list[dict[str, str]]:
        return [
            {"role": "system", "content": self._prompt.system(position, structured)},
            {"role": "user", "content": question},
        ]

    def _note(self, position: Position, reading: Reading) -> str:
        given = self.settings.legal_actions
        if reading.kind == "illegal":
            return self._prompt.illegal(position, given, excerpt(reading.answer, SHORT))
        return self._prompt.unreadable(position, given, not self._plain.is_set(), reading.problem)

    def _record(
        self, position: Position, attempt: int, messages: list[dict[str, str]], exchange: Exchange, kind: Kind
    ) -> None:
        """Every request that failed before the last one, and the last one with what came of it."""
        for number, (status, seconds) in enumerate(exchange.attempts, start=1):
            last = number == len(exchange.attempts)
            usage = exchange.usage if last else Usage()
            call = Call(
                round=position.number,
                seat=position.player,
                attempt=attempt,
                model=self.model,
                kind=kind if last else "error",
                status=status,
                seconds=seconds,
                tokens_in=usage.tokens_in,
                tokens_out=usage.tokens_out,
                tokens_cached=usage.tokens_cached,
                cost=self._prices.cost(usage) if self._prices else None,
                prompt=digest(messages),
                reply=excerpt(exchange.reply) if last else "",
            )
            self._ledger.add(call)


def digest(content: object) -> str:
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()


def model_player(model: str, settings: Mapping[str, object]) -> Callable[[], ModelPlayer]:
    """What makes the player `openai:MODEL`. Settings that it does not have, and bad values, are errors at once."""
    if not model.strip() or not model.isprintable():
        raise BadSetting("name the model: openai:MODEL")
    values = checked(settings)
    Prompt(values.prompt)  # so that a bad file is an error at once, too
    plain = Event()
    if not values.structured:
        plain.set()
    return lambda: ModelPlayer(model, values, plain)
