"""Whether `mirror` is true: with the seats swapped, everything else is the same."""

from __future__ import annotations

from typing import Any

from parlour.check.exploring import extent
from parlour.check.results import Result
from parlour.check.subject import Subject
from parlour.games.errors import shorten

SWAPPED = {(): (), (0,): (1,), (1,): (0,), (0, 1): (0, 1)}


def check_symmetry(subject: Subject) -> Result:
    if not hasattr(subject.rules, "mirror"):
        return Result("symmetry", "passed", "there is no mirror(); define it if both seats are alike, to solve faster")
    rules, turns, find = subject.game().rules, subject.explored.turns, subject.findings.add

    def mirror(state: Any) -> Any:
        return subject.rule("mirror", rules, state, state=state)

    for state, turn in turns.items():
        other = mirror(state)
        if type(other) is not subject.rules.State:
            find("symmetry", f"mirror() must return a State, not {shorten(other)}", state)
            break
        if mirror(other) != state:
            find("symmetry", "mirror() twice must give the same state again", state)
        if state == next(iter(turns)) and other != state:
            find("symmetry", "mirror() changes the start, so the seats are not alike", state)
        if other not in turns:
            continue
        twin = turns[other]
        if twin.actors != SWAPPED[turn.actors] or twin.actions != turn.actions[::-1]:
            find("symmetry", "in the mirrored state, the other player must have the same actions", state)
            continue
        for (first, second), after in turn.after.items():
            if (second, first) in twin.after and twin.after[second, first] != mirror(after):
                find("symmetry", "a mirrored decision must lead to the mirrored state", state, (first, second))
    return subject.findings.result("symmetry", f"mirror() swaps the seats and nothing else, {extent(subject)}")
