"""Whether a game ends, from the graph of its states."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from parlour.check.exploring import Explored
from parlour.check.results import Result
from parlour.check.subject import Subject


def check_ending(subject: Subject) -> Result:
    """An end can be reached; `most_turns` is true."""
    explored: Explored = subject.explored
    if not any(state.winner for state in explored.turns):
        what = "no game has ended" if not explored.complete else "no state has a winner: the game can never end"
        if explored.complete:
            subject.findings.add("ends", what, next(iter(explored.turns)))
            return subject.findings.result("ends", "")
        return Result("ends", "skipped", f"there are too many states to see; in {len(explored.turns):,} of them {what}")
    if not explored.complete:
        return Result("ends", "passed", "games end")
    longest = longest_game(explored)
    check_most_turns(subject, longest)
    return subject.findings.result("ends", described(explored, longest))


def described(explored: Explored, longest: int | None) -> str:
    if longest is not None:
        return f"every game ends, after at most {longest} turns"
    stuck = endless_state(explored)
    if stuck is None:
        return "an end can be reached from every state, but play can also go on forever, which counts as a draw"
    return f"games end, but not from {stuck}: play then goes on forever, which counts as a draw"


def longest_game(explored: Explored) -> int | None:
    """How many turns the longest game has; None if a state can come up again. (Kahn's algorithm.)"""
    arrivals: defaultdict[Any, int] = defaultdict(int)
    for turn in explored.turns.values():
        for after in set(turn.after.values()):
            arrivals[after] += 1
    ready = [state for state in explored.turns if not arrivals[state]]
    length = dict.fromkeys(ready, 0)
    done = 0
    while ready:
        state = ready.pop()
        done += 1
        for after in set(explored.turns[state].after.values()):
            length[after] = max(length.get(after, 0), length[state] + 1)
            arrivals[after] -= 1
            if not arrivals[after]:
                ready.append(after)
    return max(length.values()) if done == len(explored.turns) else None


def endless_state(explored: Explored) -> Any:
    """The first state from which no end can be reached, or None."""
    before: defaultdict[Any, list[Any]] = defaultdict(list)
    for state, turn in explored.turns.items():
        for after in turn.after.values():
            before[after].append(state)
    ahead = [state for state in explored.turns if state.winner]
    ending = set(ahead)
    while ahead:
        for state in before[ahead.pop()]:
            if state not in ending:
                ending.add(state)
                ahead.append(state)
    return next((state for state in explored.turns if state not in ending), None)


def check_most_turns(subject: Subject, longest: int | None) -> None:
    if not hasattr(subject.rules, "most_turns"):
        return
    most = subject.rule("most_turns", subject.game().rules)
    if type(most) is not int or most < 0:
        subject.findings.add("ends", f"most_turns() must return a whole number of at least 0, not {most!r}")
    elif longest is None and most:
        subject.findings.add("ends", f"most_turns() says {most}, but play can go on forever: it must say 0")
    elif longest is not None and 0 < most < longest:
        subject.findings.add("ends", f"most_turns() says {most}, but a game can have {longest} turns")
