"""How well a language model understands a game: questions with exact answers, and whether it knows its own mix."""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from functools import partial
from threading import Event
from typing import Any, NamedTuple

from parlour.arena.evaluation.answers import StoredAnswer, position_key, short_hash
from parlour.arena.evaluation.asking import Asker, Reply
from parlour.arena.evaluation.questions import (
    KINDS,
    ExactQuestion,
    QuestionTexts,
    guessing_score,
    questions,
    score,
)
from parlour.arena.evaluation.result import EvaluationFigure, EvaluationResult, conduct, figure
from parlour.arena.evaluation.subject import QUESTIONS, EvaluationSubject
from parlour.games.checks import is_number
from parlour.games.errors import ParlourError
from parlour.games.vocabulary import fold
from parlour.players.base import MODEL
from parlour.players.models.model import CallLog, Model, ModelQuestion
from parlour.players.models.prompt import position_of
from parlour.players.models.replies import Reading, Unreadable, find_answer
from parlour.players.models.settings import check_settings
from parlour.players.models.wording import wording_of

NAME = "understanding"
TITLES = {
    "legal": "knows what is legal",
    "next": "knows what happens next",
    "winning": "knows who is winning",
    "reply": "finds the best reply to a known choice",
}
NOT_ASKED = {
    "legal": "no player has a choice",
    "next": "a turn leads to only one situation, or to the end",
    "winning": "the same player is always winning, or neither clearly",
    "reply": "no choice is secret, or all replies are equally good",
}
BINS = 5  # rows of the table of stated chances
WHOLE = 1.0  # per cent by which the parts of a mix may miss 100


class AnsweredQuestion(NamedTuple):
    question: ExactQuestion
    answer: StoredAnswer


def evaluate_understanding(asker: Asker, count: int, mixes: int, times: int) -> EvaluationResult:
    """Asks `count` questions of every kind; for `mixes` positions, the mix, and then so many times for a choice."""
    with closing(Questioner(asker.subject)) as questioner:
        asked = [
            question
            for kind in KINDS
            for question in questions(
                questioner.wording, questioner.texts, kind, mixes if kind == "mix" else count, asker.subject.seed
            )
        ]
        asker.run((partial(questioner.ask, asker, question) for question in asked), "asking questions")
    answered = [AnsweredQuestion(each, found) for each in asked if (found := asker.answers.get(question_key(each)))]
    stated = [each for each in answered if each.question.kind == "mix" and not each.answer.failure]
    choices = {choice_key(question, number): question for question, _ in stated for number in range(times)}
    if not asker.stopped:
        tasks = (partial(asker.choose_at, question.at, key) for key, question in choices.items())
        asker.run(tasks, "asking for choices")
    with_their_mix = {key: question_key(question) for key, question in choices.items()}
    chances = [each for each in answered if each.question.kind == "chance" and not each.answer.failure]
    figures = [each for kind in TITLES for each in score_figures(kind, answered)]
    figures += calibration_figures(chances) + mix_figures(asker, stated, times)
    return EvaluationResult(
        NAME,
        "What does the player understand of the game? Shares of right answers; what cannot be read is wrong.",
        figures,
        notes(asked, answered),
        conduct(asker.answers.of(NAME), "questions", with_their_mix),
        asker.stopped,
        table=reliability(chances),
    )


def choice_key(question: ExactQuestion, number: int) -> str:
    return position_key("choice", question.kind, question.at.line.choices, question.at.player, number)


def score_figures(kind: str, answered: Sequence[AnsweredQuestion]) -> list[EvaluationFigure]:
    scores = [
        0.0 if answer.failure else score(question, answer.answer)
        for question, answer in answered
        if question.kind == kind
    ]
    return figure(TITLES[kind], scores, "questions", 0.0, 1.0)


def notes(asked: Sequence[ExactQuestion], answered: Sequence[AnsweredQuestion]) -> list[str]:
    lines = []
    for kind, title in TITLES.items():
        chances = [guessing_score(question) for question, _ in answered if question.kind == kind]
        if chances:
            lines.append(f"{title}: guessing gets {sum(chances) / len(chances):.2f}")
        elif any(question.kind == kind for question in asked):
            lines.append(f"{title}: not answered yet")
        else:
            lines.append(f"{title}: not asked, because {NOT_ASKED[kind]}")
    return lines


def calibration_figures(chances: Sequence[AnsweredQuestion]) -> list[EvaluationFigure]:
    """Stated chances of winning against the exact ones."""
    errors = [answer.answer / 100 - question.truth for question, answer in chances]
    return [
        *figure("stated chance of winning: squared error", (error**2 for error in errors), "questions", 0.0, 1.0),
        *figure("stated chance of winning: too high by", errors, "questions", -1.0, 1.0),
    ]


def reliability(chances: Sequence[AnsweredQuestion]) -> list[dict[str, Any]]:
    """The stated and the true chances, for low, middling and high stated ones."""
    rows = []
    for number in range(BINS):
        part = [
            (answer.answer / 100, question.truth)
            for question, answer in chances
            if min(int(answer.answer * BINS / 100), BINS - 1) == number
        ]
        if part:
            stated, exact = (sum(column) / len(part) for column in zip(*part, strict=True))
            span = f"{100 * number // BINS} to {100 * (number + 1) // BINS} %"
            rows.append({"stated": span, "n": len(part), "mean stated": stated, "mean exact": exact})
    return rows


def mix_figures(asker: Asker, stated: Sequence[AnsweredQuestion], times: int) -> list[EvaluationFigure]:
    distances = []
    for question, answer in stated:
        keys = (choice_key(question, number) for number in range(times))
        labels = {action: label for label, action in question.truth.items()}
        played = [labels[each.answer] for each in asker.answers.get_all(keys) if not each.failure]
        if len(played) > 1:
            distances.append(distance(answer.answer, played))
    return figure("distance between stated and played mix", distances, "positions", -1.0, 1.0)


def distance(stated: Mapping[str, float], played: Sequence[str]) -> float:
    """A lower bound of the total variation between a stated mix, in per cent, and the mix that was played.

    The share of answers in which two mixes differ is too high on average if it is taken from few answers: even a player
    who keeps to its stated mix seems not to. So one half of the answers says which actions are played more often than
    stated, and the other half says how much more often. On average that is no more than the true distance.
    """
    halves = played[0::2], played[1::2]
    total = sum(stated.values())
    gaps = []
    for watched, counted in (halves, halves[::-1]):
        more = {label for label in watched if watched.count(label) / len(watched) > stated.get(label, 0.0) / total}
        seen = sum(label in more for label in counted) / len(counted)
        gaps.append(seen - sum(stated.get(label, 0.0) for label in more) / total)
    return sum(gaps) / len(gaps)


# A reply is read strictly: one answer in the agreed place, or none.
# Each question is asked once: a model whose answer cannot be read has not understood it.


class Questioner:
    """Several threads may use it."""

    def __init__(self, subject: EvaluationSubject) -> None:
        if not subject.is_model:
            raise ParlourError(f"only language models can be asked questions, not {subject.player}: use --model MODEL")
        self._subject, self.texts = subject, QuestionTexts()
        settings = check_settings(subject.settings)
        self.wording = wording_of(subject.game, settings.renamed)
        self._model = Model(subject.player.removeprefix(MODEL), settings, Event())

    def ask(self, asker: Asker, question: ExactQuestion) -> StoredAnswer:
        log = CallLog()
        most = self._subject.most_calls_of_question
        return asker.ask(question_key(question), most, lambda: self._reply(question, log), log.take)

    def close(self) -> None:
        self._model.close()

    def _reply(self, question: ExactQuestion, log: CallLog) -> Reply:
        position = position_of(question.at.view(), self.wording)

        def read(reply: str, structured: bool) -> Reading:
            try:
                return Reading("legal", check_answer(question, find_answer(reply, structured, "answer")))
            except Unreadable as error:
                return Reading("unreadable", problem=str(error))

        schema = {
            "type": "object",
            "properties": {"thinking": {"type": "string"}, "answer": question.answer},
            "required": ["thinking", "answer"],
            "additionalProperties": False,
        }
        messages = partial(self.texts.messages, position, self.texts.user(position, question.text))
        _, reading = self._model.ask(ModelQuestion(position, 1, messages, schema, log), read)
        return reading.meaning, f"unreadable: {reading.problem}" if reading.problem else ""


def question_key(question: ExactQuestion) -> str:
    """It depends on all of the text, so a changed question is asked again."""
    which = short_hash([QUESTIONS.stem, question.text])
    return position_key("question", question.kind, question.at.line.choices, question.at.player, which)


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
