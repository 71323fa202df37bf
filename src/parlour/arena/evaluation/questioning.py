"""Puts questions to a language model, and reads its answers strictly: one answer in the agreed place, or none.

Each question is asked once: a model whose answer cannot be read has not understood it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from threading import Event
from typing import Any, NamedTuple

from parlour.arena.evaluation.answers import StoredAnswer, position_key, short_hash
from parlour.arena.evaluation.asking import Asker, NotAvailable, Reply
from parlour.arena.evaluation.questions import ExactQuestion, QuestionTexts, ask_about
from parlour.arena.evaluation.subject import MODEL, QUESTIONS, EvaluationSubject
from parlour.games.errors import ParlourError
from parlour.players.base import Unavailable
from parlour.players.models.client import Exchange, Messages
from parlour.players.models.model import CallLog, Kind, Model, ModelQuestion
from parlour.players.models.replies import Unreadable, find_answer
from parlour.players.models.settings import check_settings
from parlour.players.models.wording import Wording, fold, wording_of

WHOLE = 1.0  # per cent by which the parts of a mix may miss 100


class ReadAnswer(NamedTuple):
    """What a reply means."""

    kind: Kind
    answer: Any
    failure: str = ""


class Questioner:
    """Several threads may use it."""

    def __init__(self, subject: EvaluationSubject) -> None:
        if not subject.is_model:
            raise ParlourError(f"only language models can be asked questions, not {subject.player}: use --model MODEL")
        self._subject, self.texts = subject, QuestionTexts()
        self._settings = check_settings(subject.settings)
        self._model = Model(subject.player.removeprefix(MODEL), self._settings, Event())

    @property
    def wording(self) -> Wording:
        return wording_of(self._subject.game, self._settings.renamed)

    def ask(self, asker: Asker, question: ExactQuestion) -> StoredAnswer:
        return asker.ask(question_key(question), self._subject.most_calls_of_question, lambda: self._reply(question))

    def close(self) -> None:
        self._model.close()

    def _reply(self, question: ExactQuestion) -> Reply:
        position = ask_about(question.at, self.wording).words

        def messages(structured: bool) -> Messages:
            return self.texts.messages(position, question.text, structured)

        def read(exchange: Exchange, structured: bool) -> ReadAnswer:
            try:
                if exchange.problem:
                    raise Unreadable(exchange.problem)
                return ReadAnswer("legal", check_answer(question, find_answer(exchange.reply, structured, "answer")))
            except Unreadable as error:
                return ReadAnswer("unreadable", None, f"unreadable: {error}")

        log = CallLog()
        asked = ModelQuestion(position, 1, messages, schema_for(question.answer))
        try:
            _, found = self._model.ask(asked, read, log.add)
        except Unavailable as error:
            raise NotAvailable(str(error), log.take()) from error
        return Reply(found.answer, found.failure, log.take())


def question_key(question: ExactQuestion) -> str:
    """It depends on all of the text, so a changed question is asked again."""
    which = short_hash([QUESTIONS.stem, question.text])
    return position_key("question", question.kind, question.at.line.choices, question.at.player, which)


def schema_for(answer: Mapping[str, Any]) -> dict[str, Any]:
    """The schema of a reply whose answer is of this type."""
    return {
        "type": "object",
        "properties": {"thinking": {"type": "string"}, "answer": answer},
        "required": ["thinking", "answer"],
        "additionalProperties": False,
    }


def check_answer(question: ExactQuestion, answer: Any) -> Any:
    """The answer as JSON data, if it is one that the question allows. Raises Unreadable otherwise."""
    if question.kind == "legal":
        names = by_fold(question.truth["candidates"])
        if not isinstance(answer, list) or not all(isinstance(each, str) and fold(each) in names for each in answer):
            raise Unreadable("it must be a list of actions from the question")
        return [names[fold(each)] for each in answer]
    if question.kind == "chance":
        if not is_number(answer) or not 0 <= answer <= 100:
            raise Unreadable("it must be a number from 0 to 100")
        return answer
    if question.kind == "mix":
        return check_shares(question.truth, answer)
    names = by_fold(question.truth)
    if not isinstance(answer, str) or fold(answer) not in names:
        raise Unreadable("it is none of the possible answers")
    return names[fold(answer)]


def check_shares(actions: Mapping[str, int], answer: Any) -> dict[str, float]:
    """A stated mix in per cent, by label."""
    names, shares = by_fold(actions), dict[str, float]()
    if not isinstance(answer, list):
        raise Unreadable("it must be a list")
    for each in answer:
        if not isinstance(each, dict) or set(each) != {"action", "percent"} or not isinstance(each["action"], str):
            raise Unreadable('every part must have the entries "action" and "percent"')
        name, percent = names.get(fold(each["action"])), each["percent"]
        if name is None or name in shares or not is_number(percent) or not 0 <= percent <= 100:
            raise Unreadable("every part must name another legal action and a number from 0 to 100")
        shares[name] = float(percent)
    if abs(sum(shares.values()) - 100) > WHOLE:
        raise Unreadable("the numbers must add up to 100")
    return shares


def by_fold(names: Iterable[str]) -> dict[str, str]:
    return {fold(name): name for name in names}


def is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
