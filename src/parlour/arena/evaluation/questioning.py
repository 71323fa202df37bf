"""Puts questions to a language model. Each is asked once: whoever cannot be read has not understood it."""

from __future__ import annotations

from threading import Event
from typing import Any, NamedTuple

from parlour.arena.evaluation.answers import Answer
from parlour.arena.evaluation.asking import Asker, NotAvailable, Reply
from parlour.arena.evaluation.keys import in_position, short_hash
from parlour.arena.evaluation.questions import Question, asked_at, checked_answer
from parlour.arena.evaluation.subject import MODEL, Subject
from parlour.arena.evaluation.texts import FILE as PROMPT
from parlour.arena.evaluation.texts import Texts, schema_for
from parlour.games.errors import ParlourError
from parlour.players.base import Unavailable
from parlour.players.models.client import Exchange, Messages
from parlour.players.models.model import CallLog, Kind, Model, ModelQuestion
from parlour.players.models.replies import Unreadable, find_answer
from parlour.players.models.settings import check_settings
from parlour.players.models.wording import Wording, wording_of


class Answered(NamedTuple):
    """What a reply means."""

    kind: Kind
    answer: Any
    failure: str = ""


class Questioner:
    """Several threads may use it."""

    def __init__(self, subject: Subject) -> None:
        if not subject.is_model:
            raise ParlourError(f"only language models can be asked questions, not {subject.player}: use --model MODEL")
        self._subject, self.texts = subject, Texts()
        self._settings = check_settings(subject.settings)
        self._model = Model(subject.player.removeprefix(MODEL), self._settings, Event())

    @property
    def wording(self) -> Wording:
        return wording_of(self._subject.game, self._settings.renamed)

    def ask(self, asker: Asker, question: Question) -> Answer:
        return asker.ask(key_of_question(question), self._subject.most_calls_of_question, lambda: self._reply(question))

    def close(self) -> None:
        self._model.close()

    def _reply(self, question: Question) -> Reply:
        position = asked_at(self._subject.game, question.met, self.wording).position

        def messages(structured: bool) -> Messages:
            return self.texts.messages(position, question.text, structured)

        def read(exchange: Exchange, structured: bool) -> Answered:
            try:
                if exchange.problem:
                    raise Unreadable(exchange.problem)
                return Answered("legal", checked_answer(question, find_answer(exchange.reply, structured, "answer")))
            except Unreadable as error:
                return Answered("unreadable", None, f"unreadable: {error}")

        ledger = CallLog()
        asked = ModelQuestion(position, 1, messages, schema_for(question.answer))
        try:
            _, found = self._model.ask(asked, read, ledger.add)
        except Unavailable as error:
            raise NotAvailable(str(error), ledger.take()) from error
        return Reply(found.answer, found.failure, ledger.take())


def key_of_question(question: Question) -> str:
    """It depends on all of the text, so a changed question is asked again."""
    return in_position("question", question.kind, question.met, short_hash([PROMPT.stem, question.text]))
