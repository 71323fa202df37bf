"""What a language model understands of a game: questions with exact answers, and whether it knows what it does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from parlour.arena.evaluation.answers import StoredAnswer, position_key
from parlour.arena.evaluation.asking import Asker
from parlour.arena.evaluation.figures import EvaluationFigure, EvaluationResult, conduct, figure
from parlour.arena.evaluation.questioning import Questioner, question_key
from parlour.arena.evaluation.questions import KINDS, ExactQuestion, guessing_score, questions, score

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


class AnsweredQuestion(NamedTuple):
    question: ExactQuestion
    answer: StoredAnswer


def evaluate_understanding(asker: Asker, count: int, mixes: int, times: int) -> EvaluationResult:
    """Asks `count` questions of every kind; for `mixes` positions, the mix, and then so many times for a choice."""
    subject = asker.subject
    questioner = Questioner(subject)
    try:
        asked = [
            question
            for kind in KINDS
            for question in questions(
                subject.game,
                questioner.wording,
                questioner.texts,
                kind,
                mixes if kind == "mix" else count,
                subject.seed,
            )
        ]
        asker.run((partial(questioner.ask, asker, question) for question in asked), "asking questions")
    finally:
        questioner.close()
    answered = [AnsweredQuestion(each, found) for each in asked if (found := asker.answers.get(question_key(each)))]
    stated = [each for each in answered if each.question.kind == "mix" and not each.answer.failure]
    if not asker.stopped:
        asker.run(
            (
                partial(asker.choose_at, each.question.at, choice_key(each.question, number))
                for each in stated
                for number in range(times)
            ),
            "asking for choices",
        )
    with_their_mix = {
        choice_key(each.question, number): question_key(each.question) for each in stated for number in range(times)
    }
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
    """What was stated and what is true, for low, middling and high stated chances."""
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
    return figure("distance between stated and played mix, at least", distances, "positions", -1.0, 1.0)


def distance(stated: Mapping[str, float], played: Sequence[str]) -> float:
    """A lower bound of the total variation between a stated mix, in per cent, and the mix that was played.

    The share of answers in which two mixes differ is too high on average if it is taken from few answers: even a player
    who does what it says seems not to. So one half of the answers says which actions are played more often than stated,
    and the other half says how much more often. On average that is no more than the true distance.
    """
    halves = played[0::2], played[1::2]
    total = sum(stated.values())
    gaps = []
    for watched, counted in (halves, halves[::-1]):
        more = {label for label in watched if watched.count(label) / len(watched) > stated.get(label, 0.0) / total}
        seen = sum(label in more for label in counted) / len(counted)
        gaps.append(seen - sum(stated.get(label, 0.0) for label in more) / total)
    return sum(gaps) / len(gaps)
