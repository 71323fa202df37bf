"""Plays every choice in every state, in the interpreter, and checks the results of the rules."""

import time
from collections import deque
from collections.abc import Iterator
from itertools import cycle, product
from random import Random
from typing import Any

from parlour.check.guard import call
from parlour.check.results import Broken
from parlour.check.subject import CheckedGame, Node
from parlour.games.contract import SEATS
from parlour.games.errors import shorten

MOST_OUTCOMES = 300_000  # of all states together; each takes memory
MOST_PAIRS = 400  # of a secret round; if there are more, some are left out
MOST_ACTIONS = 100_000
GAMES, TURNS = 50, 500  # random games, where there are too many states: they get to the end
LARGE = 1_000_000  # stands for the action of a player who is not to act, like smaller numbers
INT32 = 2**31 - 1


class RulesExplorer:
    """Explores one variant. Failures go to the findings of the subject."""

    def __init__(self, subject: CheckedGame, most_states: int, seconds: float) -> None:
        self._subject = subject
        self._fail = subject.findings.add
        self._most_states = most_states
        self._seconds = seconds
        self._outcomes = 0
        self.nodes: dict[Any, Node] = {}  # of the explored states
        bounds = subject.rule("bounds")
        kind = subject.rules.State
        if not (isinstance(bounds, tuple) and len(bounds) == 2 and all(type(each) is kind for each in bounds)):
            raise Broken("bounds() must return two States, the lowest and the highest")
        self._lowest, self._highest = bounds
        for name, low, high in zip(kind._fields, *bounds, strict=True):
            if type(low) is not int or type(high) is not int or not -INT32 <= low <= high <= INT32:
                what = f"bounds() of {name} must be whole numbers in 32 bits, the lowest first"
                raise Broken(f"{what}, not {low} to {high}")
        self._action_numbers = subject.rule("actions") if hasattr(subject.rules, "actions") else None
        if self._action_numbers is not None and (type(self._action_numbers) is not int or self._action_numbers < 1):
            raise Broken(f"actions() must return a whole number of at least 1, not {shorten(self._action_numbers)}")
        self._any_action = cycle(range(self._action_numbers or 1))

    def explore(self) -> bool:
        """Visits as many states as time allows. Returns whether these are all; may raise Broken or Endless."""
        start = self._subject.rule("start")
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
        while ahead and time.monotonic() < deadline:
            if len(self.nodes) >= self._most_states or self._outcomes >= MOST_OUTCOMES:
                break
            for state in self._visit(ahead.popleft()).after.values():
                if state not in seen:
                    seen.add(state)
                    ahead.append(state)
        return not ahead

    def _play_games(self, start: Any) -> None:
        deadline = time.monotonic() + self._seconds / 2
        for number in range(GAMES):
            chance, state = Random(number), start
            for _ in range(TURNS):
                after = list(self._visit(state).after.values())
                if not after or time.monotonic() > deadline:
                    break
                state = chance.choice(after)

    def _visit(self, state: Any) -> Node:
        if state not in self.nodes:
            self.nodes[state] = Node((), ((), ()), {})
            with self._subject.findings.collect("actions"):
                self.nodes[state] = self._node(state)
                self._outcomes += len(self.nodes[state].after)
        return self.nodes[state]

    def _node(self, state: Any) -> Node:
        actor = self._subject.rule("to_act", state)
        if type(actor) is not int or actor not in SEATS:
            raise Broken(f"to_act() must return 0, 1, 2 or 3, not {shorten(actor)}", state)
        if (actor == 0) != (state.winner != 0):
            what = "the game has a winner, but to_act() is" if state.winner else "nobody has won, but to_act() is"
            raise Broken(f"{what} {actor}", state)
        actors = SEATS[actor]
        actions = (self._actions(state, 0, actors), self._actions(state, 1, actors))
        after = {}
        for first, second in pairs(actions) if actors else ():
            try:
                reached = self._subject.rule("play", state, first, second)
            except Broken as error:
                self._subject.findings.keep("play", error.failure)
                continue
            if self._is_sound(reached, "play()", state, (first, second)):
                after[first, second] = reached
        with self._subject.findings.collect("play"):
            self._check_repetition(state, actors, after)
        return Node(actors, actions, after)

    def _actions(self, state: Any, player: int, actors: tuple[int, ...]) -> tuple[int, ...]:
        if player not in actors:
            return ()
        number = self._subject.rule("options", state, player)
        if type(number) is not int or not 1 <= number <= MOST_ACTIONS:
            what = f"options() of player {player} must return a whole number from 1 to {MOST_ACTIONS:,}"
            raise Broken(f"{what}, not {shorten(number)}", state)
        actions = [self._subject.rule("option", state, player, k) for k in range(number)]
        for k, action in enumerate(actions):
            if type(action) is not int or action < 0:
                what = f"option() of player {player} must return a whole number of at least 0"
                raise Broken(f"{what}, but option {k} is {shorten(action)}", state)
            if k and action <= actions[k - 1]:
                what = f"the options of player {player} must ascend"
                raise Broken(f"{what}, but option {k - 1} is {actions[k - 1]} and option {k} is {action}", state)
        if self._action_numbers is not None and actions[-1] >= self._action_numbers:
            what = f"actions() says that the highest action is {self._action_numbers - 1}"
            self._fail("actions", f"{what}, but player {player} may choose {actions[-1]}", state)
        return tuple(actions)

    def _is_sound(self, state: Any, source: str, before: Any, actions: tuple[int, int] | None) -> bool:
        """Whether this is a state within the bounds; if not, it is reported with the actions that led to it."""
        problem = next(self._state_problems(state, source), None)
        if problem:
            self._fail("bounds", problem, before, actions)
        return problem is None

    def _state_problems(self, state: Any, source: str) -> Iterator[str]:
        kind = self._subject.rules.State
        if type(state) is not kind:
            yield f"{source} must return a State, not {shorten(state)}"
            return
        for name, low, value, high in zip(kind._fields, self._lowest, state, self._highest, strict=True):
            if type(value) is not int:
                yield f"{source} gives {name} the value {shorten(value)}, which is not a whole number"
            elif not low <= value <= high:
                yield f"{source} gives {name} the value {value}, but bounds() allows {low} to {high}"
        if not 0 <= state.winner <= 3:
            yield f"winner must be 0, 1, 2 or 3, not {state.winner}"

    def _check_repetition(self, state: Any, actors: tuple[int, ...], after: dict[tuple[int, int], Any]) -> None:
        """The same actions lead to the same state, for any number in place of a player who is not to act."""
        few = list(after.items())[:1] + list(after.items())[-1:]
        for (first, second), reached in few:
            if self._subject.rule("play", state, first, second) != reached:
                what = "play() must depend on its arguments alone, but the same actions lead to two different states"
                self._fail("play", what, state, (first, second))
            if len(actors) == 2:
                continue
            action = (first, second)[actors[0]]
            for other in (action, action + 1, -1, LARGE, next(self._any_action), next(self._any_action)):
                pair = (action, other) if actors == (0,) else (other, action)
                # Not by `rule`: that calculating with a large number overflows does not matter if it is ignored.
                subject, play = self._subject, self._subject.rules.play
                if call(subject.folder, play, subject.parameters, state, *pair, state=state, actions=pair) != reached:
                    what = "play() must ignore the action of the player who is not to act, but it makes a difference"
                    self._fail("play", what, state, pair)


def pairs(actions: tuple[tuple[int, ...], tuple[int, ...]]) -> Iterator[tuple[int, int]]:
    """The pairs to try: all of them, or if there are too many, each action with a few of the other player's."""
    first, second = actions[0] or (0,), actions[1] or (0,)
    if len(first) * len(second) <= MOST_PAIRS or len(first) == 1 or len(second) == 1:
        yield from product(first, second)
        return
    few = (second[0], second[len(second) // 2], second[-1])
    yield from product(first, few)
    yield from product((first[0], first[len(first) // 2], first[-1]), second)
