"""A dictionary that forgets the entry that was used longest ago, so that no client can fill the memory."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

Value = TypeVar("Value")


def one(_: object) -> int:
    return 1


class Cache(Generic[Value]):
    """The values that were used last, for example by the id of their match. Several threads may use it.

    `most` is their number, or the sum of their sizes.
    """

    def __init__(self, most: int, size: Callable[[Value], int] = one) -> None:
        self._most, self._size, self._lock = most, size, Lock()
        self._values: OrderedDict[Hashable, Value] = OrderedDict()
        self._total = 0

    def get(self, key: Hashable) -> Value | None:
        with self._lock:
            if key in self._values:
                self._values.move_to_end(key)
            return self._values.get(key)

    def put(self, key: Hashable, value: Value) -> None:
        with self._lock:
            self._remove(key)
            self._values[key] = value
            self._total += self._size(value)
            while self._total > self._most:
                self._remove(next(iter(self._values)))

    def clear(self) -> None:
        with self._lock:
            self._values.clear()
            self._total = 0

    def _remove(self, key: Hashable) -> None:
        if key in self._values:
            self._total -= self._size(self._values.pop(key))
