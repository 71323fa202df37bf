"""Passes calls from threads of the store to the event loop. Those that arrive together wake it up only once."""

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from typing import Any

log = logging.getLogger("parlour.server")


class Inbox:
    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._calls: deque[tuple[Callable[..., object], Any]] = deque()
        self._woken = False

    def put(self, call: Callable[..., object], *arguments: Any) -> None:
        self._calls.append((call, arguments))
        if not self._woken:
            self._woken = True
            self._loop.call_soon_threadsafe(self._empty)

    def _empty(self) -> None:
        self._woken = False  # a call that arrives from now on wakes the loop up again
        while self._calls:
            call, arguments = self._calls.popleft()
            try:
                call(*arguments)
            except Exception as error:  # the others must be passed on
                log.error("%s", type(error).__name__)
