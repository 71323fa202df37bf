"""Whether `words.py` has a text for every state and every turn, and asks for exactly the legal actions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple, get_args

from parlour.check.loading import is_line
from parlour.check.results import Broken, CheckResult
from parlour.check.subject import CheckedGame, Node, Place, Spread
from parlour.games.errors import shorten, spans
from parlour.games.vocabulary import Question, Span, Style
from parlour.terminal.console.asking import fold
from parlour.terminal.play.input import ALIASES, COMMANDS

WIDTH = 78
LABELS = 1_000  # actions of a player in a state
DEPTH = 5  # of questions that follow each other


class Pair(NamedTuple):
    """The actions of both players in a state, and what they lead to."""

    state: Any
    node: Node
    actions: tuple[int, int]
    after: Any


def check_texts(subject: CheckedGame) -> CheckResult:
    """Boards, headings, labels, events, endings."""
    texts = TextCheck(subject, subject.game().rules)
    attempt(subject, texts.check_welcome)
    nodes = subject.graph.nodes
    seen = Spread(nodes.items(), subject.graph.complete)
    for place in subject.places(seen):
        attempt(subject, texts.check_board, place, "board")
        if hasattr(subject.words, "narrow_board"):
            attempt(subject, texts.check_board, place, "narrow_board")
        if place.node.actors:
            for check in (texts.check_heading, texts.check_labels):
                attempt(subject, check, place)
        if place.state.winner:
            attempt(subject, texts.check_ending, place)
    pairs = [
        Pair(state, node, actions, after) for state, node in nodes.items() for actions, after in node.after.items()
    ]
    told = Spread(pairs, complete=False)  # of a secret round with many actions, not every pair is explored
    for pair in told:
        attempt(subject, texts.check_events, pair)
    check_secret(subject)
    what = f"they are there and fit, in {seen.extent('state')} and after {told.extent('turn')}"
    return subject.findings.result("texts", what)


def check_secret(subject: CheckedGame) -> None:
    """SECRET says whether both players ever choose at once."""
    secret = any(len(node.actors) == 2 for node in subject.graph.nodes.values())
    if secret and not subject.words.SECRET:
        subject.findings.add("texts", "SECRET is False, but there is a state where both players choose at once")
    known = subject.graph.complete and not subject.findings.of("actions")  # otherwise some states are not explored
    if not secret and subject.words.SECRET and known:
        subject.findings.add("texts", "SECRET is True, but there is no state where both players choose at once")


def attempt(subject: CheckedGame, check: Callable[..., None], *arguments: Any) -> None:
    try:
        check(*arguments)
    except Broken as error:
        subject.findings.keep("texts", error.failure)


def others(pair: Pair) -> list[tuple[int, int]]:
    """The same pair with other numbers for a player who is not to act; a match passes the same action twice."""
    if pair.node.actors not in ((0,), (1,)):
        return []
    (player,) = pair.node.actors
    action, highest = pair.actions[player], pair.node.actions[player][-1]
    return [(action, action), (action, highest) if player == 0 else (highest, action)]


class TextCheck(NamedTuple):
    """The texts of one variant, each checked in one state."""

    subject: CheckedGame
    rules: Any

    def check_welcome(self) -> None:
        lines(self.subject.word("welcome", self.rules), "welcome()", None, some=True)

    def check_board(self, place: Place, name: str) -> None:
        state = place.state
        board = self.subject.word(name, self.rules, place.visible, state=state)
        if not isinstance(board, list) or not all(isinstance(line, tuple) for line in board):
            raise Broken(f"{name}() must return a list of lines, each a tuple of Spans, not {shorten(board)}", state)
        for line in board:
            for span in line:
                if not isinstance(span, Span) or not isinstance(span.text, str) or "\n" in span.text:
                    raise Broken(f"{name}() must use Spans without line breaks, not {shorten(span)}", state)
                if span.style not in get_args(Style):
                    raise Broken(f"{name}() uses the style {shorten(span.style)}, which does not exist", state)
            width = sum(len(span.text) for span in line)
            if width > WIDTH:
                raise Broken(f"a line of {name}() is {width} columns wide; the most is {WIDTH}", state)

    def check_heading(self, place: Place) -> None:
        heading = self.subject.word("heading", self.rules, place.visible, 1, 80, state=place.state)
        lines(heading, "heading()", place.state)

    def check_labels(self, place: Place) -> None:
        for player in place.node.actors:
            actions: dict[str, int] = {}  # by label: it can be typed
            for action in place.node.actions[player][:LABELS]:
                label = self.subject.word("label", self.rules, place.visible, player, action, state=place.state)
                if not is_line(label):
                    what = f"label() of action {action} of player {player} must be a line of text"
                    raise Broken(f"{what}, not {shorten(label)}", place.state)
                other = actions.setdefault(fold(label), action)
                if other != action:
                    what = f"label() must name every action of player {player} differently"
                    raise Broken(f"{what}, but {other} and {action} are both {shorten(label)}", place.state)

    def check_events(self, pair: Pair) -> None:
        state, actions = pair.state, pair.actions
        before, after = (self.subject.shown(self.rules, each) for each in (state, pair.after))

        def events(actions: tuple[int, int], you: tuple[int, ...]) -> Any:
            return self.subject.word("events", self.rules, before, *actions, after, you, state=state, actions=actions)

        lines(events(actions, pair.node.actors), "events()", state, actions=actions)
        told = events(actions, ())
        lines(told, "events()", state, actions=actions)
        for other in others(pair):
            if events(other, ()) != told:
                what = "events() must ignore the action of the player who did not act, but it makes a difference"
                raise Broken(what, state, other)

    def check_ending(self, place: Place) -> None:
        ending = self.subject.word("ending", self.rules, place.visible, state=place.state)
        lines(ending, "ending()", place.state, some=True)


def lines(value: Any, source: str, state: Any, some: bool = False, actions: Any = None) -> None:
    if not isinstance(value, list) or not all(isinstance(line, str) for line in value):
        raise Broken(f"{source} must return a list of lines, not {shorten(value)}", state, actions)
    if any("\n" in line for line in value):
        raise Broken(f"{source} must return one text for each line; one of them has a line break", state, actions)
    if some and not any(line.strip() for line in value):
        raise Broken(f"{source} returns no text", state, actions)


def check_questions(subject: CheckedGame) -> CheckResult:
    """The questions cover exactly the legal actions of the players to act."""
    rules = subject.game().rules
    asked = Spread(subject.graph.nodes.items(), subject.graph.complete)
    for state, visible, node in subject.places(asked):
        if not node.actors:
            continue
        try:
            questions = subject.word("ask", rules, visible, state=state)
            check_ask(state, node, questions)
        except Broken as error:
            subject.findings.keep("questions", error.failure)
    what = f"they cover exactly the legal actions, in {asked.extent('state')}"
    return subject.findings.result("questions", what)


def check_ask(state: Any, node: Node, questions: Any) -> None:
    if not isinstance(questions, tuple) or not all(isinstance(each, Question) for each in questions):
        raise Broken(f"ask() must return a tuple of Questions, not {shorten(questions)}", state)
    players = [question.player for question in questions]
    if sorted(players) != list(node.actors):
        raise Broken(f"ask() asks the players {players}, but the players to act are {list(node.actors)}", state)
    for question in questions:
        reached = set(answers(question, state, 1))
        legal = set(node.actions[question.player])
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
