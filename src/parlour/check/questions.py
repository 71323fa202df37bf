"""Whether the questions of `words.py` cover exactly the legal actions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from parlour.check.exploring import Turn
from parlour.check.loading import is_line
from parlour.check.places import Spread, places
from parlour.check.results import Broken, Result
from parlour.check.subject import Subject
from parlour.games.errors import shorten, spans
from parlour.games.vocabulary import Question
from parlour.terminal.play.commands import ALIASES, COMMANDS

DEPTH = 5  # of questions that follow each other


def check_questions(subject: Subject) -> Result:
    """The questions cover exactly the legal actions of the players to act."""
    rules = subject.game().rules
    asked = Spread(subject.explored.turns.items(), subject.explored.complete)
    for state, visible, turn in places(subject, asked):
        if not turn.actors:
            continue
        try:
            questions = subject.word("ask", rules, visible, state=state)
            check_ask(state, turn, questions)
        except Broken as error:
            subject.findings.keep("questions", error.failure)
    what = f"they cover exactly the legal actions, in {asked.extent('state')}"
    return subject.findings.result("questions", what)


def check_ask(state: Any, turn: Turn, questions: Any) -> None:
    if not isinstance(questions, tuple) or not all(isinstance(each, Question) for each in questions):
        raise Broken(f"ask() must return a tuple of Questions, not {shorten(questions)}", state)
    players = [question.player for question in questions]
    if sorted(players) != list(turn.actors):
        raise Broken(f"ask() asks the players {players}, but the players to act are {list(turn.actors)}", state)
    for question in questions:
        reached = set(answers(question, state, 1))
        legal = set(turn.actions[question.player])
        who = f"player {question.player}"
        if legal - reached:
            missing = spans(tuple(sorted(legal - reached)))
            raise Broken(f"ask() gives {who} no answer for these legal actions: {missing}", state)
        if reached - legal:
            extra = spans(tuple(sorted(reached - legal)))
            raise Broken(f"ask() gives {who} answers for these illegal actions: {extra}", state)


def answers(question: Any, state: Any, depth: int) -> Iterator[int]:
    """Every action that the answers lead to."""
    if not isinstance(question, Question) or depth > DEPTH:
        raise Broken(f"ask() must lead to whole numbers by Questions, not to {shorten(question)}", state)
    if not isinstance(question.prompt, str) or not question.prompt.strip():
        raise Broken("ask() gives a question without a prompt", state)
    if not isinstance(question.answers, Mapping) or not question.answers:
        raise Broken("ask() gives a question without answers", state)
    typed: set[str] = set()
    for answer, meaning in question.answers.items():
        if not is_line(answer) or answer != answer.strip():
            raise Broken(f"an answer must be text without spaces around it, not {shorten(answer)}", state)
        if ALIASES.get(answer.lower(), answer.lower()) in COMMANDS:
            raise Broken(f"the answer {answer!r} is a command at the prompt; choose another word", state)
        if answer.lower() in typed:
            raise Broken(f"the answer {answer!r} is there twice, in capital and small letters", state)
        typed.add(answer.lower())
        if type(meaning) is int:
            yield meaning
        else:
            yield from answers(meaning, state, depth + 1)
