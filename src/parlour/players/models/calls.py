"""What was asked of a model, and what it cost: one entry for every HTTP request."""

from __future__ import annotations

import threading
from typing import Any, Literal, NamedTuple, TypeAlias

EXCERPT = 300  # characters of a reply that are kept

Kind: TypeAlias = Literal["legal", "illegal", "unreadable", "error"]
Output: TypeAlias = Literal["structured", "plain", "fallback"]


class Usage(NamedTuple):
    """The tokens of a request, as far as the server counts them."""

    tokens_in: int | None = None
    tokens_out: int | None = None
    tokens_cached: int | None = None  # of those that went in


class Prices(NamedTuple):
    """Per million tokens, in any currency."""

    tokens_in: float
    tokens_out: float

    def cost(self, usage: Usage) -> float | None:
        if usage.tokens_in is None or usage.tokens_out is None:
            return None
        return (usage.tokens_in * self.tokens_in + usage.tokens_out * self.tokens_out) / 1e6


class Call(NamedTuple):
    """An HTTP request."""

    round: int  # the decision, counted from 1
    seat: int  # 0 or 1
    attempt: int  # the first reply to a question is 1, the one after a reply that was not legal is 2
    model: str  # that was asked for
    served: str  # the model that answered, as the server names it; empty if it does not
    address: str  # of the server
    output: Output  # what was asked for; the fallback is plain text because the server refuses structured output
    kind: Kind
    status: int | None  # of HTTP; None if there was no response
    seconds: float | None
    tokens_in: int | None
    tokens_out: int | None
    tokens_cached: int | None
    cost: float | None
    prompt: str  # a hash of all that was sent
    reply: str  # an excerpt: it was written by the model, or by whoever answered in its place


class Ledger:
    """Collects calls from any number of threads."""

    def __init__(self) -> None:
        self._calls: list[Call] = []
        self._lock = threading.Lock()

    def add(self, call: Call) -> None:
        with self._lock:
            self._calls.append(call)

    def take(self) -> list[dict[str, Any]]:
        """The calls since the last time, oldest first."""
        with self._lock:
            calls, self._calls = self._calls, []
        return [call._asdict() for call in calls]


def excerpt(text: str, most: int = EXCERPT) -> str:
    """A text that is safe to print in one line: short, without control characters and directional marks."""
    plain = " ".join("".join(char if char.isprintable() else " " for char in text[: 4 * most]).split())
    return plain if len(plain) <= most and len(text) <= 4 * most else plain[: most - 3] + "..."
