"""Whether `words.py` has a text for every state, and questions for exactly the legal actions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple, get_args

from parlour.check.exploring import Turn, extent
from parlour.check.loading import is_line
from parlour.check.results import Broken, Result
from parlour.check.subject import Subject
from parlour.games.checks import shortened, spans
from parlour.games.vocabulary import Question, Span, Style
from parlour.terminal.commands import ALIASES, COMMANDS

MOST_STATES = 2_000
DECISIONS = 6  # for which events() is tried in each state
WIDTH = 78
DEPTH = 5  # of questions that follow each other
LABELS = 50


class Place(NamedTuple):
    state: Any
    visible: Any  # the state as players see it
    turn: Turn


def states(subject: Subject) -> Iterator[Place]:
    """The states to try, evenly spread."""
    turns = list(subject.explored.turns.items())
    rules = subject.game().rules
    for state, turn in turns[:: -(-len(turns) // MOST_STATES)] + ended(turns):
        yield Place(state, shown(subject, rules, state), turn)


def ended(turns: list[tuple[Any, Turn]]) -> list[tuple[Any, Turn]]:
    """Some states of each result, which may be rare."""
    return [
        each
        for winner in (1, 2, 3)
        for each in [pair for pair in turns if pair[0].winner == winner][: MOST_STATES // 10]
    ]


def shown(subject: Subject, rules: Any, state: Any) -> Any:
    return subject.rule("shown", rules, state, state=state) if hasattr(subject.rules, "shown") else state


def check_questions(subject: Subject) -> Result:
    """The questions cover exactly the legal actions of the players to act."""
    rules = subject.game().rules
    for state, visible, turn in states(subject):
        if not turn.actors:
            continue
        try:
            questions = subject.word("ask", rules, visible, state=state)
            check_ask(state, turn, questions)
        except Broken as error:
            subject.findings.keep("questions", error.failure)
    what = f"they cover exactly the legal actions, {extent(subject)}"
    if len(subject.explored.turns) > MOST_STATES:
        what = f"they cover exactly the legal actions, in the {MOST_STATES:,} states that were looked at"
    return subject.findings.result("questions", what)


def check_ask(state: Any, turn: Turn, questions: Any) -> None:
    if not isinstance(questions, tuple) or not all(isinstance(each, Question) for each in questions):
        raise Broken(f"ask() must return a tuple of Questions, not {shortened(questions)}", state)
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
        raise Broken(f"ask() must lead to whole numbers by Questions, not to {shortened(question)}", state)
    if not isinstance(question.prompt, str) or not question.prompt.strip():
        raise Broken("ask() gives a question without a prompt", state)
    if not isinstance(question.answers, Mapping) or not question.answers:
        raise Broken("ask() gives a question without answers", state)
    typed: set[str] = set()
    for answer, meaning in question.answers.items():
        if not is_line(answer) or answer != answer.strip():
            raise Broken(f"an answer must be text without spaces around it, not {shortened(answer)}", state)
        if ALIASES.get(answer.lower(), answer.lower()) in COMMANDS:
            raise Broken(f"the answer {answer!r} is a command at the prompt; choose another word", state)
        if answer.lower() in typed:
            raise Broken(f"the answer {answer!r} is there twice, in capital and small letters", state)
        typed.add(answer.lower())
        if type(meaning) is int:
            yield meaning
        else:
            yield from answers(meaning, state, depth + 1)


def check_texts(subject: Subject) -> Result:
    """The other texts: boards, headings, labels, events, endings."""
    texts = Texts(subject, subject.game().rules)
    attempt(subject, texts.check_welcome)
    secret = False
    for place in states(subject):
        secret = secret or len(place.turn.actors) == 2
        attempt(subject, texts.check_board, place)
        if place.turn.actors:
            for check in (texts.check_heading, texts.check_labels, texts.check_events):
                attempt(subject, check, place)
        if place.state.winner:
            attempt(subject, texts.check_ending, place)
    if secret and not subject.words.SECRET:
        subject.findings.add("texts", "SECRET is False, but there is a state where both players choose at once")
    if not secret and subject.words.SECRET and subject.explored.complete:
        subject.findings.add("texts", "SECRET is True, but there is no state where both players choose at once")
    return subject.findings.result("texts", "boards, headings, labels, events and endings are there and fit")


def attempt(subject: Subject, check: Callable[..., None], *arguments: Any) -> None:
    try:
        check(*arguments)
    except Broken as error:
        subject.findings.keep("texts", error.failure)


class Texts(NamedTuple):
    """The texts of one variant, each checked in one state."""

    subject: Subject
    rules: Any

    def check_welcome(self) -> None:
        lines(self.subject.word("welcome", self.rules), "welcome()", None, some=True)

    def check_board(self, place: Place) -> None:
        state = place.state
        board = self.subject.word("board", self.rules, place.visible, state=state)
        if not isinstance(board, list) or not all(isinstance(line, tuple) for line in board):
            raise Broken(f"board() must return a list of lines, each a tuple of Spans, not {shortened(board)}", state)
        for line in board:
            for span in line:
                if not isinstance(span, Span) or not isinstance(span.text, str) or "\n" in span.text:
                    raise Broken(f"board() must use Spans without line breaks, not {shortened(span)}", state)
                if span.style not in get_args(Style):
                    raise Broken(f"board() uses the style {shortened(span.style)}, which does not exist", state)
            width = sum(len(span.text) for span in line)
            if width > WIDTH:
                raise Broken(f"a line of board() is {width} columns wide; the most is {WIDTH}", state)

    def check_heading(self, place: Place) -> None:
        heading = self.subject.word("heading", self.rules, place.visible, 1, 80, state=place.state)
        lines(heading, "heading()", place.state)

    def check_labels(self, place: Place) -> None:
        for player in place.turn.actors:
            for action in place.turn.actions[player][:LABELS]:
                label = self.subject.word("label", self.rules, place.visible, player, action, state=place.state)
                if not is_line(label):
                    what = f"label() of action {action} of player {player} must be a line of text"
                    raise Broken(f"{what}, not {shortened(label)}", place.state)

    def check_events(self, place: Place) -> None:
        chosen = list(place.turn.after.items())
        for decision, after in chosen[:: -(-len(chosen) // DECISIONS) or 1]:
            told = (place.visible, *decision, shown(self.subject, self.rules, after))
            for you in ((), place.turn.actors):
                events = self.subject.word("events", self.rules, *told, you, state=place.state, decision=decision)
                lines(events, "events()", place.state, decision=decision)

    def check_ending(self, place: Place) -> None:
        ending = self.subject.word("ending", self.rules, place.visible, state=place.state)
        lines(ending, "ending()", place.state, some=True)


def lines(value: Any, source: str, state: Any, some: bool = False, decision: Any = None) -> None:
    if not isinstance(value, list) or not all(isinstance(line, str) for line in value):
        raise Broken(f"{source} must return a list of lines, not {shortened(value)}", state, decision)
    if any("\n" in line for line in value):
        raise Broken(f"{source} must return one text for each line; one of them has a line break", state, decision)
    if some and not any(line.strip() for line in value):
        raise Broken(f"{source} returns no text", state, decision)
