"""Whether `words.py` has a text for every state and every decision."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, get_args

from parlour.check.exploring import Turn
from parlour.check.loading import is_line
from parlour.check.places import Place, Spread, places, shown
from parlour.check.results import Broken, Result
from parlour.check.subject import Subject
from parlour.games.errors import shorten
from parlour.games.vocabulary import Span, Style
from parlour.terminal.console.asking import fold

WIDTH = 78
LABELS = 1_000  # actions of a player in a state


class Outcome(NamedTuple):
    """What a decision leads to."""

    state: Any
    turn: Turn
    decision: tuple[int, int]
    after: Any


def check_texts(subject: Subject) -> Result:
    """Boards, headings, labels, events, endings."""
    texts = Texts(subject, subject.game().rules)
    attempt(subject, texts.check_welcome)
    turns = subject.explored.turns
    seen = Spread(turns.items(), subject.explored.complete)
    for place in places(subject, seen):
        attempt(subject, texts.check_board, place, "board")
        if hasattr(subject.words, "narrow_board"):
            attempt(subject, texts.check_board, place, "narrow_board")
        if place.turn.actors:
            for check in (texts.check_heading, texts.check_labels):
                attempt(subject, check, place)
        if place.state.winner:
            attempt(subject, texts.check_ending, place)
    outcomes = [
        Outcome(state, turn, decision, after) for state, turn in turns.items() for decision, after in turn.after.items()
    ]
    told = Spread(outcomes, complete=False)  # of a secret round with many actions, not every pair is explored
    for outcome in told:
        attempt(subject, texts.check_events, outcome)
    check_secret(subject)
    what = f"they are there and fit, in {seen.extent('state')} and after {told.extent('decision')}"
    return subject.findings.result("texts", what)


def check_secret(subject: Subject) -> None:
    """SECRET says whether both players ever choose at once."""
    secret = any(len(turn.actors) == 2 for turn in subject.explored.turns.values())
    if secret and not subject.words.SECRET:
        subject.findings.add("texts", "SECRET is False, but there is a state where both players choose at once")
    known = subject.explored.complete and not subject.findings.of("actions")  # otherwise some states are not explored
    if not secret and subject.words.SECRET and known:
        subject.findings.add("texts", "SECRET is True, but there is no state where both players choose at once")


def attempt(subject: Subject, check: Callable[..., None], *arguments: Any) -> None:
    try:
        check(*arguments)
    except Broken as error:
        subject.findings.keep("texts", error.failure)


def others(outcome: Outcome) -> list[tuple[int, int]]:
    """The same decision with other numbers for a player who is not to act; a match passes the same action twice."""
    if outcome.turn.actors not in ((0,), (1,)):
        return []
    (player,) = outcome.turn.actors
    action, highest = outcome.decision[player], outcome.turn.actions[player][-1]
    return [(action, action), (action, highest) if player == 0 else (highest, action)]


class Texts(NamedTuple):
    """The texts of one variant, each checked in one state."""

    subject: Subject
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
        for player in place.turn.actors:
            actions: dict[str, int] = {}  # by label: it can be typed
            for action in place.turn.actions[player][:LABELS]:
                label = self.subject.word("label", self.rules, place.visible, player, action, state=place.state)
                if not is_line(label):
                    what = f"label() of action {action} of player {player} must be a line of text"
                    raise Broken(f"{what}, not {shorten(label)}", place.state)
                other = actions.setdefault(fold(label), action)
                if other != action:
                    what = f"label() must name every action of player {player} differently"
                    raise Broken(f"{what}, but {other} and {action} are both {shorten(label)}", place.state)

    def check_events(self, outcome: Outcome) -> None:
        state, decision = outcome.state, outcome.decision
        before, after = (shown(self.subject, self.rules, each) for each in (state, outcome.after))

        def events(pair: tuple[int, int], you: tuple[int, ...]) -> Any:
            return self.subject.word("events", self.rules, before, *pair, after, you, state=state, decision=pair)

        lines(events(decision, outcome.turn.actors), "events()", state, decision=decision)
        told = events(decision, ())
        lines(told, "events()", state, decision=decision)
        for pair in others(outcome):
            if events(pair, ()) != told:
                what = "events() must ignore the action of the player who did not act, but it makes a difference"
                raise Broken(what, state, pair)

    def check_ending(self, place: Place) -> None:
        ending = self.subject.word("ending", self.rules, place.visible, state=place.state)
        lines(ending, "ending()", place.state, some=True)


def lines(value: Any, source: str, state: Any, some: bool = False, decision: Any = None) -> None:
    if not isinstance(value, list) or not all(isinstance(line, str) for line in value):
        raise Broken(f"{source} must return a list of lines, not {shorten(value)}", state, decision)
    if any("\n" in line for line in value):
        raise Broken(f"{source} must return one text for each line; one of them has a line break", state, decision)
    if some and not any(line.strip() for line in value):
        raise Broken(f"{source} returns no text", state, decision)
