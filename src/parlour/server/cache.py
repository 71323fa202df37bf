"""What was derived from a match before, so that it is not derived again for every request."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from typing import Generic, TypeVar

Value = TypeVar("Value")


class Cache(Generic[Value]):
    """The values that were used last, by the id of their match. Several threads may use it."""

    def __init__(self, most: int) -> None:
        self._most, self._lock = most, Lock()
        self._values: OrderedDict[str, Value] = OrderedDict()

    def get(self, match_id: str) -> Value | None:
        with self._lock:
            if match_id in self._values:
                self._values.move_to_end(match_id)
            return self._values.get(match_id)

    def put(self, match_id: str, value: Value) -> None:
        with self._lock:
            self._values[match_id] = value
            self._values.move_to_end(match_id)
            if len(self._values) > self._most:
                self._values.popitem(last=False)
