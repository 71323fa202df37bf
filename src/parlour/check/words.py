"""Whether `words.py` has a text for every state and every turn, and asks for exactly the legal actions."""

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any, get_args

from parlour.check.loading import is_line
from parlour.check.results import Broken, CheckResult
from parlour.check.subject import CheckedGame, Node, Spread
from parlour.games.errors import shorten, spans
from parlour.games.vocabulary import Question, Span, Style, fold
from parlour.terminal.play.input import ALIASES, COMMANDS

WIDTH = 78
LABELS = 1_000  # actions of a player in a state
DEPTH = 5  # of questions that follow each other


def check_texts(subject: CheckedGame) -> CheckResult:
    word, collect = subject.word, partial(subject.findings.collect, "texts")
    with collect():
        check_lines("welcome()", word("welcome"), None, some=True)
    nodes = subject.graph.nodes
    seen = Spread(nodes.items(), subject.graph.complete)
    for state, visible, node in subject.places(seen):
        for name in ("board", "narrow_board"):
            if hasattr(subject.words, name):
                with collect():
                    check_board(f"{name}()", word(name, visible, state=state), state)
        if node.actors:
            with collect():
                check_lines("heading()", word("heading", visible, 1, 80, state=state), state)
            with collect():
                check_labels(subject, state, visible, node)
        if state.winner:
            with collect():
                check_lines("ending()", word("ending", visible, state=state), state, some=True)
    pairs = [(state, node, actions) for state, node in nodes.items() for actions in node.after]
    told = Spread(pairs, complete=False)  # of a secret round with many actions, not every pair is explored
    for state, node, actions in told:
        with collect():
            check_events(subject, state, node, actions)
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


def check_board(source: str, board: Any, state: Any) -> None:
    if not isinstance(board, list) or not all(isinstance(line, tuple) for line in board):
        raise Broken(f"{source} must return a list of lines, each a tuple of Spans, not {shorten(board)}", state)
    for line in board:
        for span in line:
            if not isinstance(span, Span) or not isinstance(span.text, str) or "\n" in span.text:
                raise Broken(f"{source} must use Spans without line breaks, not {shorten(span)}", state)
            if span.style not in get_args(Style):
                raise Broken(f"{source} uses the style {shorten(span.style)}, which does not exist", state)
        width = sum(len(span.text) for span in line)
        if width > WIDTH:
            raise Broken(f"a line of {source} is {width} columns wide; the most is {WIDTH}", state)


def check_labels(subject: CheckedGame, state: Any, visible: Any, node: Node) -> None:
    for player in node.actors:
        actions: dict[str, int] = {}  # by label: it can be typed
        for action in node.actions[player][:LABELS]:
            label = subject.word("label", visible, player, action, state=state)
            if not is_line(label):
                what = f"label() of action {action} of player {player} must be a line of text"
                raise Broken(f"{what}, not {shorten(label)}", state)
            other = actions.setdefault(fold(label), action)
            if other != action:
                what = f"label() must name every action of player {player} differently"
                raise Broken(f"{what}, but {other} and {action} are both {shorten(label)}", state)


def check_events(subject: CheckedGame, state: Any, node: Node, actions: tuple[int, int]) -> None:
    before, after = subject.shown(state), subject.shown(node.after[actions])

    def events(actions: tuple[int, int], you: tuple[int, ...]) -> Any:
        return subject.word("events", before, *actions, after, you, state=state, actions=actions)

    check_lines("events()", events(actions, node.actors), state, actions=actions)
    told = events(actions, ())
    check_lines("events()", told, state, actions=actions)
    if len(node.actors) == 2:
        return
    (player,) = node.actors
    action, highest = actions[player], node.actions[player][-1]
    # A match passes the same action twice.
    for other in [(action, action), (action, highest) if player == 0 else (highest, action)]:
        if events(other, ()) != told:
            what = "events() must ignore the action of the player who did not act, but it makes a difference"
            raise Broken(what, state, other)


def check_lines(source: str, value: Any, state: Any, some: bool = False, actions: Any = None) -> None:
    if not isinstance(value, list) or not all(isinstance(line, str) for line in value):
        raise Broken(f"{source} must return a list of lines, not {shorten(value)}", state, actions)
    if any("\n" in line for line in value):
        raise Broken(f"{source} must return one text for each line; one of them has a line break", state, actions)
    if some and not any(line.strip() for line in value):
        raise Broken(f"{source} returns no text", state, actions)


def check_questions(subject: CheckedGame) -> CheckResult:
    """The questions cover exactly the legal actions of the players to act."""
    asked = Spread(subject.graph.nodes.items(), subject.graph.complete)
    for state, visible, node in subject.places(asked):
        if node.actors:
            with subject.findings.collect("questions"):
                check_ask(state, node, subject.word("ask", visible, state=state))
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
        gives = f"ask() gives player {question.player}"
        if legal - reached:
            raise Broken(f"{gives} no answer for these legal actions: {spans(sorted(legal - reached))}", state)
        if reached - legal:
            raise Broken(f"{gives} answers for these illegal actions: {spans(sorted(reached - legal))}", state)


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
