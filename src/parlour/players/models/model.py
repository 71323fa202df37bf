"""One question to a model: structured output first, plain text if the server refuses it, and every request recorded."""

import hashlib
import json
from collections.abc import Callable, Mapping
from threading import Event, Lock
from typing import Any, Literal, NamedTuple, TypeAlias

from parlour.players.base import MODEL, Unavailable
from parlour.players.models.client import Client, Exchange, Messages, Usage, excerpt
from parlour.players.models.prompt import PositionText
from parlour.players.models.replies import Reading
from parlour.players.models.settings import ModelSettings

Kind: TypeAlias = Literal["legal", "illegal", "unreadable", "error"]
Output: TypeAlias = Literal["structured", "plain", "fallback"]


class Call(NamedTuple):
    """An HTTP request."""

    turn: int  # counted from 1
    seat: int  # 0 or 1
    attempt: int  # the first reply to a question is 1, the one after a reply that was not legal is 2
    model: str  # that was asked for
    served: str  # the model that answered, as the server names it; empty if it does not
    address: str  # of the server
    output: Output  # the requested form; the fallback is plain text if the server refuses structured output
    kind: Kind
    status: int | None  # of HTTP; None if there was no response
    seconds: float | None
    tokens_in: int | None
    tokens_out: int | None
    tokens_cached: int | None
    cost: float | None
    prompt: str  # a hash of all that was sent
    reply: str  # an excerpt: the model wrote it, or another program that answered in its place


class CallLog:
    """Collects calls from any number of threads."""

    def __init__(self) -> None:
        self._calls: list[Call] = []
        self._lock = Lock()

    def add(self, call: Call) -> None:
        with self._lock:
            self._calls.append(call)

    def take(self) -> list[dict[str, Any]]:
        """The calls since the last time, oldest first."""
        with self._lock:
            calls, self._calls = self._calls, []
        return [call._asdict() for call in calls]


class ModelQuestion(NamedTuple):
    position: PositionText
    attempt: int  # the first one is 1
    messages: Callable[[bool], Messages]  # for structured output, or for plain text
    schema: Mapping[str, object]  # of structured output
    log: CallLog  # for every HTTP request


class Model:
    """Several threads may use it. Models that share `plain` find out only once that structured output is refused."""

    def __init__(self, name: str, settings: ModelSettings, plain: Event) -> None:
        self.name = name
        self._client = Client(name, settings)
        self._settings = settings
        self._plain = plain

    @property
    def structured(self) -> bool:
        return self._settings.structured and not self._plain.is_set()

    def ask(self, question: ModelQuestion, read: Callable[[str, bool], Reading]) -> tuple[Exchange, Reading]:
        """The reply, and the result of `read`. Every HTTP request is recorded, also if Unavailable is raised."""
        for structured in (True, False) if self.structured else (False,):
            messages = question.messages(structured)
            exchange = self._client.ask(messages, question.schema if structured else None)
            reading = None if exchange.failure else read(exchange.reply, structured)
            if exchange.problem:
                reading = Reading("unreadable", problem=exchange.problem)
            self._record(question, structured, digest(messages), exchange, reading.kind if reading else "error")
            if reading:
                if not structured:
                    self._plain.set()
                return exchange, reading
            if not exchange.refused:
                break
        raise Unavailable(f"{MODEL}{self.name} is not available: {exchange.failure}")

    def close(self) -> None:
        self._client.close()

    def _record(self, question: ModelQuestion, structured: bool, prompt: str, exchange: Exchange, kind: Kind) -> None:
        """Every request that failed before the last one, and the last one with its result."""
        output: Output = "structured" if structured else "fallback" if self._settings.structured else "plain"
        for number, (status, seconds) in enumerate(exchange.attempts, start=1):
            last = number == len(exchange.attempts)
            usage = exchange.usage if last else Usage()
            call = Call(
                turn=question.position.number,
                seat=question.position.player,
                attempt=question.attempt,
                model=self.name,
                served=exchange.served if last else "",
                address=self._client.address,
                output=output,
                kind=kind if last else "error",
                status=status,
                seconds=seconds,
                **usage._asdict(),
                cost=cost_of(usage, self._settings),
                prompt=prompt,
                reply=excerpt(exchange.reply) if last else "",
            )
            question.log.add(call)


def cost_of(usage: Usage, settings: ModelSettings) -> float | None:
    """None if the prices or the tokens are not known."""
    if usage.tokens_in is None or usage.tokens_out is None or settings.price_in is None or settings.price_out is None:
        return None
    return (usage.tokens_in * settings.price_in + usage.tokens_out * settings.price_out) / 1e6


def digest(content: object) -> str:
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()
