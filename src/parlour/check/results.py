"""The results of checks."""

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, Literal, NamedTuple

from parlour.games.errors import shorten

LISTED = 3  # failures shown for each check


class Mistake(NamedTuple):
    """One mistake, and the first state where it shows."""

    sentence: str
    state: dict[str, int | str] | None = None
    actions: tuple[int, int] | None = None  # the actions of both players that were played in this state
    rules: dict[str, int] | None = None  # the parameters, if they are not the ones that are being checked


class CheckResult(NamedTuple):
    """A check that is done. A skipped one is no failure; its sentence gives the reason."""

    check: str
    outcome: Literal["passed", "failed", "skipped"]
    sentence: str
    failures: tuple[Mistake, ...] = ()


class Fault(Exception):
    """A mistake that keeps a check from looking further."""

    def __init__(self, sentence: str, state: Any = None, actions: tuple[int, int] | None = None) -> None:
        super().__init__(sentence)
        self.failure = Mistake(sentence, fields_of(state), actions)


class Broken(Fault):
    """Something is wrong in one state; a check may continue with others."""


class Endless(Fault):
    """A function does not return. Its check ends here: waiting for it in every state would take too long."""


class NotChecked(Exception):
    """A check does not make sense; the message names the check that failed before it."""


class Findings:
    """Collects failures. Of those that differ only in their numbers, the first is kept."""

    def __init__(self) -> None:
        self._found: dict[str, dict[str, Mistake]] = {}

    def add(self, check: str, sentence: str, state: Any = None, actions: tuple[int, int] | None = None) -> None:
        self.keep(check, Mistake(sentence, fields_of(state), actions))

    def keep(self, check: str, failure: Mistake) -> None:
        self._found.setdefault(check, {}).setdefault(re.sub(r"-?\d+", "0", failure.sentence), failure)

    @contextmanager
    def collect(self, check: str) -> Iterator[None]:
        """Within this block, something that is broken becomes a failure of the check."""
        try:
            yield
        except Broken as error:
            self.keep(check, error.failure)

    def of(self, check: str) -> tuple[Mistake, ...]:
        return tuple(self._found.get(check, {}).values())

    def everything(self) -> tuple[Mistake, ...]:
        return tuple(failure for kinds in self._found.values() for failure in kinds.values())

    def result(self, check: str, sentence: str) -> CheckResult:
        return check_result(check, self.of(check), sentence)


def check_result(check: str, failures: Iterable[Mistake], sentence: str) -> CheckResult:
    """A check with its failures; `sentence` is the good news if there are none."""
    found = tuple(failures)
    return failed_check(check, *found) if found else CheckResult(check, "passed", sentence)


def failed_check(check: str, *failures: Mistake) -> CheckResult:
    return CheckResult(check, "failed", failures[0].sentence, failures[:LISTED])


def as_dict(result: CheckResult) -> dict[str, Any]:
    return {**result._asdict(), "failures": [failure._asdict() for failure in result.failures]}


def fields_of(state: Any) -> dict[str, int | str] | None:
    """A state by field, in numbers and text alone, even if a broken game puts other values in it."""
    names = getattr(state, "_fields", None)
    if names is None:
        return None
    return {name: value if type(value) is int else shorten(value) for name, value in zip(names, state, strict=True)}
