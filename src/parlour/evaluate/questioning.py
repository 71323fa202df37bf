"""Puts questions to a language model. Each is asked once: whoever cannot be read has not understood it."""

from __future__ import annotations

import threading
from typing import Any

from parlour.evaluate.answers import Answer, key_of, short_hash
from parlour.evaluate.asking import Asker, NotAvailable, Reply
from parlour.evaluate.questions import Question, asked_at, checked_answer
from parlour.evaluate.subject import MODEL, Subject
from parlour.evaluate.texts import FILE as PROMPT
from parlour.evaluate.texts import Texts, read_answer, schema_for
from parlour.games.errors import ParlourError
from parlour.players.models.calls import Call, Kind, Prices, Usage, excerpt
from parlour.players.models.client import Client, Exchange, unavailable
from parlour.players.models.player import digest
from parlour.players.models.prompt import Position
from parlour.players.models.reader import Unreadable
from parlour.players.models.settings import checked
from parlour.players.models.wording import Wording
from parlour.players.models.wordings import wording_of


class Questioner:
    """Several threads may use it."""

    def __init__(self, subject: Subject) -> None:
        if not subject.is_model:
            raise ParlourError(f"only language models can be asked questions, not {subject.player}: use --model MODEL")
        self._subject, self.texts = subject, Texts()
        self._model, self._settings = subject.player.removeprefix(MODEL), checked(subject.settings)
        prices = self._settings.price_in, self._settings.price_out
        self._prices = Prices(prices[0], prices[1] or 0.0) if prices[0] is not None else None
        self._client = Client(self._model, self._settings)
        self._plain = threading.Event()  # set once the server refuses structured output
        if not self._settings.structured:
            self._plain.set()

    @property
    def wording(self) -> Wording:
        return wording_of(self._subject.game, self._settings.renamed)

    def ask(self, asker: Asker, question: Question) -> Answer:
        return asker.ask(key_of_question(question), self._subject.most_calls_of_question, lambda: self._reply(question))

    def close(self) -> None:
        self._client.close()

    def _reply(self, question: Question) -> Reply:
        position = asked_at(self._subject.game, question.met, self.wording).position
        structured = not self._plain.is_set()
        messages, exchange = self._exchange(position, question, structured)
        calls: list[dict[str, Any]] = []
        if exchange.refused and structured:
            calls += self._calls(position, messages, exchange, "error")
            structured = False
            messages, exchange = self._exchange(position, question, structured)
            if not exchange.failure:
                self._plain.set()
        if exchange.failure:
            calls += self._calls(position, messages, exchange, "error")
            raise NotAvailable(str(unavailable(self._model, exchange)), calls)
        try:
            if exchange.problem:
                raise Unreadable(exchange.problem)
            answer = checked_answer(question, read_answer(exchange.reply, structured))
        except Unreadable as error:
            return Reply(None, f"unreadable: {error}", calls + self._calls(position, messages, exchange, "unreadable"))
        return Reply(answer, "", calls + self._calls(position, messages, exchange, "legal"))

    def _exchange(
        self, position: Position, question: Question, structured: bool
    ) -> tuple[list[dict[str, str]], Exchange]:
        messages = self.texts.messages(position, question.text, structured)
        return messages, self._client.ask(messages, schema_for(question.answer) if structured else None)

    def _calls(
        self, position: Position, messages: list[dict[str, str]], exchange: Exchange, kind: Kind
    ) -> list[dict[str, Any]]:
        """An entry for every HTTP request, as players have them."""
        entries = []
        for number, (status, seconds) in enumerate(exchange.attempts, start=1):
            last = number == len(exchange.attempts)
            usage = exchange.usage if last else Usage()
            call = Call(
                round=position.number,
                seat=position.player,
                attempt=1,
                model=self._model,
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
            entries.append(call._asdict())
        return entries


def key_of_question(question: Question) -> str:
    """It depends on all of the text, so a changed question is asked again."""
    met, text = question.met, short_hash([PROMPT.stem, question.text])
    return key_of("question", question.kind, met.decisions, met.player, text)
