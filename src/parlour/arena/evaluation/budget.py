"""A budget of calls that is never exceeded, whatever goes wrong and however many threads ask."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from parlour.players.base import Unavailable


class OutOfCalls(Unavailable):
    """What is left of the budget might not suffice for another question."""


class Budget:
    """Calls that may be made. Before a question, as many are reserved as it can take at most."""

    def __init__(self, calls: int, spent: int) -> None:
        self.calls, self.spent = calls, spent
        self._reserved = 0
        self._changed = threading.Condition()

    @contextmanager
    def reserved(self, most: int) -> Iterator[list[int]]:
        """Reserves calls, or waits until other threads return what they did not need. Put what was spent in the list.

        Raises OutOfCalls if nobody is left to wait for.
        """
        with self._changed:
            while self.spent + self._reserved + most > self.calls:
                if not self._reserved:
                    raise OutOfCalls(self._explained(most))
                self._changed.wait()
            self._reserved += most
        spent: list[int] = []
        try:
            yield spent
        finally:
            with self._changed:
                self._reserved -= most
                self.spent += sum(spent)
                self._changed.notify_all()

    def _explained(self, most: int) -> str:
        left = f"{self.spent} of {self.calls} calls are spent"
        return left if most == 1 else f"{left}, and a question can take {most}, with everything that is repeated"
