"""Plays every decision in every state, in the interpreter, and checks what the rules return."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterator
from itertools import cycle, product
from random import Random
from typing import Any, NamedTuple

from parlour.check.guard import call
from parlour.check.results import Broken, Endless, NotChecked, Result
from parlour.check.subject import Subject
from parlour.games.contract import SEATS
from parlour.games.errors import shorten

MOST_STATES = 20_000
MOST_SECONDS = 20.0
MOST_OUTCOMES = 300_000  # of all states together; each takes memory
MOST_PAIRS = 400  # of a secret round; if there are more, some are left out
MOST_ACTIONS = 100_000
GAMES, TURNS = 50, 500  # random games, where there are too many states: they get to the end
LARGE = 1_000_000  # stands for the action of a player who is not to act, like smaller numbers
INT32 = 2**31 - 1


class Turn(NamedTuple):
    """What the rules say about a state."""

    actors: tuple[int, ...]
    actions: tuple[tuple[int, ...], tuple[int, ...]]  # of both players; empty for one who is not to act
    after: dict[tuple[int, int], Any]  # the next state, by the actions of both players


class Explored(NamedTuple):
    turns: dict[Any, Turn]  # by state, the nearest to the start first
    complete: bool  # whether these are all states


class Explorer:
    """Explores one variant. Failures go to the findings of the subject."""

    def __init__(self, subject: Subject, rules: Any, most_states: int, seconds: float) -> None:
        self._subject = subject
        self._rules = rules
        self._most_states = most_states
        self._seconds = seconds
        self._outcomes = 0
        self.turns: dict[Any, Turn] = {}  # what was explored
        bounds = subject.rule("bounds", rules)
        kind = subject.rules.State
        if not (isinstance(bounds, tuple) and len(bounds) == 2 and all(type(each) is kind for each in bounds)):
            raise Broken("bounds() must return two States, the lowest and the highest")
        self._lowest, self._highest = bounds
        for name, low, high in zip(kind._fields, *bounds, strict=True):
            if type(low) is not int or type(high) is not int or not -INT32 <= low <= high <= INT32:
                raise Broken(
                    f"bounds() of {name} must be whole numbers in 32 bits, the lowest first, not {low} to {high}"
                )
        self._action_numbers = subject.rule("actions", rules) if hasattr(subject.rules, "actions") else None
        if self._action_numbers is not None and (type(self._action_numbers) is not int or self._action_numbers < 1):
            raise Broken(f"actions() must return a whole number of at least 1, not {shorten(self._action_numbers)}")
        self._any_action = cycle(range(self._action_numbers or 1))

    def explore(self) -> bool:
        """Visits as many states as time allows. Returns whether these are all; may raise Broken or Endless."""
        start = self._subject.rule("start", self._rules)
        if not self._is_sound(start, "start()", None, None):
            return False
        if start.winner:
            self._fail("bounds", "start() returns a state with a winner", start)
        complete = self._visit_all(start)
        if not complete:
            self._play_games(start)
        return complete

    def _visit_all(self, start: Any) -> bool:
        """Visits the states nearest to the start first. Whether these are all."""
        ahead = deque([start])
        seen = {start}
        deadline = time.monotonic() + self._seconds
        while ahead and not self._is_enough() and time.monotonic() < deadline:
            for state in self._visit(ahead.popleft()).after.values():
                if state not in seen:
                    seen.add(state)
                    ahead.append(state)
        return not ahead

    def _is_enough(self) -> bool:
        return len(self.turns) >= self._most_states or self._outcomes >= MOST_OUTCOMES

    def _play_games(self, start: Any) -> None:
        deadline = time.monotonic() + self._seconds / 2
        for number in range(GAMES):
            chance, state = Random(number), start
            for _ in range(TURNS):
                after = list(self._visit(state).after.values())
                if not after or time.monotonic() > deadline:
                    break
                state = chance.choice(after)

    def _visit(self, state: Any) -> Turn:
        if state not in self.turns:
            self.turns[state] = Turn((), ((), ()), {})
            try:
                self.turns[state] = self._turn(state)
                self._outcomes += len(self.turns[state].after)
            except Broken as error:
                self._subject.findings.keep("actions", error.failure)
        return self.turns[state]

    def _turn(self, state: Any) -> Turn:
        actor = self._subject.rule("to_act", self._rules, state, state=state)
        if type(actor) is not int or actor not in SEATS:
            raise Broken(f"to_act() must return 0, 1, 2 or 3, not {shorten(actor)}", state)
        if (actor == 0) != (state.winner != 0):
            what = "the game has a winner, but to_act() is" if state.winner else "nobody has won, but to_act() is"
            raise Broken(f"{what} {actor}", state)
        actors = SEATS[actor]
        actions = (self._actions(state, 0, actors), self._actions(state, 1, actors))
        after = {}
        for first, second in decisions(actions) if actors else ():
            try:
                reached = self._play(state, first, second)
            except Broken as error:
                self._subject.findings.keep("play", error.failure)
                continue
            if self._is_sound(reached, "play()", state, (first, second)):
                after[first, second] = reached
        try:
            self._check_repetition(state, actors, after)
        except Broken as error:
            self._subject.findings.keep("play", error.failure)
        return Turn(actors, actions, after)

    def _actions(self, state: Any, player: int, actors: tuple[int, ...]) -> tuple[int, ...]:
        if player not in actors:
            return ()
        number = self._subject.rule("options", self._rules, state, player, state=state)
        if type(number) is not int or not 1 <= number <= MOST_ACTIONS:
            raise Broken(
                f"options() of player {player} must return a whole number from 1 to {MOST_ACTIONS:,}, "
                f"not {shorten(number)}",
                state,
            )
        actions = [self._subject.rule("option", self._rules, state, player, k, state=state) for k in range(number)]
        for k, action in enumerate(actions):
            if type(action) is not int or action < 0:
                raise Broken(
                    f"option() of player {player} must return a whole number of at least 0, but option {k} is "
                    f"{shorten(action)}",
                    state,
                )
            if k and action <= actions[k - 1]:
                raise Broken(
                    f"the options of player {player} must ascend, but option {k - 1} is {actions[k - 1]} and option "
                    f"{k} is {action}",
                    state,
                )
        if self._action_numbers is not None and actions[-1] >= self._action_numbers:
            self._fail(
                "actions",
                f"actions() says that the highest action is {self._action_numbers - 1}, but player {player} may choose "
                f"{actions[-1]}",
                state,
            )
        return tuple(actions)

    def _play(self, state: Any, first: int, second: int) -> Any:
        return self._subject.rule("play", self._rules, state, first, second, state=state, decision=(first, second))

    def _is_sound(self, state: Any, source: str, before: Any, decision: tuple[int, int] | None) -> bool:
        """Whether this is a state within the bounds; if not, it is reported with the decision that led to it."""
        kind = self._subject.rules.State
        if type(state) is not kind:
            self._fail("bounds", f"{source} must return a State, not {shorten(state)}", before, decision)
            return False
        for name, low, value, high in zip(kind._fields, self._lowest, state, self._highest, strict=True):
            if type(value) is not int:
                what = f"{source} gives {name} the value {shorten(value)}, which is not a whole number"
                self._fail("bounds", what, before, decision)
                return False
            if not low <= value <= high:
                what = f"{source} gives {name} the value {value}, but bounds() allows {low} to {high}"
                self._fail("bounds", what, before, decision)
                return False
        if not 0 <= state.winner <= 3:
            self._fail("bounds", f"winner must be 0, 1, 2 or 3, not {state.winner}", before, decision)
            return False
        return True

    def _check_repetition(self, state: Any, actors: tuple[int, ...], after: dict[tuple[int, int], Any]) -> None:
        """The same decision leads to the same state, whatever number stands for a player who is not to act."""
        few = list(after.items())[:1] + list(after.items())[-1:]
        for (first, second), reached in few:
            if self._play(state, first, second) != reached:
                what = "play() must depend on its arguments alone, but the same decision leads to two different states"
                self._fail("play", what, state, (first, second))
            if len(actors) == 2:
                continue
            action = (first, second)[actors[0]]
            for other in (action, action + 1, -1, LARGE, next(self._any_action), next(self._any_action)):
                pair = (action, other) if actors == (0,) else (other, action)
                # Not by `_play`: that calculating with a large number overflows does not matter if it is ignored.
                play = self._subject.rules.play
                if call(self._subject.folder, play, self._rules, state, *pair, state=state, decision=pair) != reached:
                    what = "play() must ignore the action of the player who is not to act, but it makes a difference"
                    self._fail("play", what, state, pair)

    def _fail(self, check: str, sentence: str, state: Any, decision: tuple[int, int] | None = None) -> None:
        self._subject.findings.add(check, sentence, state, decision)


def decisions(actions: tuple[tuple[int, ...], tuple[int, ...]]) -> Iterator[tuple[int, int]]:
    """The decisions to try: all of them, or if there are too many, each action with a few of the other player's."""
    first, second = actions[0] or (0,), actions[1] or (0,)
    if len(first) * len(second) <= MOST_PAIRS or len(first) == 1 or len(second) == 1:
        yield from product(first, second)
        return
    few = (second[0], second[len(second) // 2], second[-1])
    yield from product(first, few)
    yield from product((first[0], first[len(first) // 2], first[-1]), second)


def check_bounds(subject: Subject) -> Result:
    """Explores the game, and reports the states that it finds."""
    explorer = Explorer(subject, subject.game().rules, MOST_STATES, MOST_SECONDS)
    complete = False
    try:
        complete = explorer.explore()
    except Endless as error:
        subject.findings.keep("play" if error.failure.decision else "actions", error.failure)
    subject.found = Explored(explorer.turns, complete)
    return subject.findings.result("bounds", f"every field is a whole number within its bounds, {extent(subject)}")


def extent(subject: Subject) -> str:
    states = len(subject.found.turns)
    return f"in all {states:,} states" if subject.found.complete else f"in the {states:,} states that were looked at"


def check_actions(subject: Subject) -> Result:
    what = "players to act have options, and they ascend"
    if not hasattr(subject.rules, "actions"):
        what += "; without actions(), there are no environments, batches and duels"
    return explored_result(subject, "actions", what)


def check_play(subject: Subject) -> Result:
    what = "play() depends on the state and the actions of the players to act alone"
    return explored_result(subject, "play", what)


def explored_result(subject: Subject, check: str, sentence: str) -> Result:
    """The result of a check that was made while exploring."""
    if not subject.findings.of(check) and not subject.begun:
        raise NotChecked("bounds")
    return subject.findings.result(check, sentence)
