"""`answers.jsonl`: every answer as soon as it was given, with its calls, under a key; and the budget of calls.

A killed run loses no more. The calls are counted against a budget that is never exceeded.
"""

import hashlib
import json
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from parlour.arena.harness.ledger import DamagedFile, LineFile, as_line
from parlour.games.line import Choices
from parlour.players.base import Unavailable

FILE = "answers.jsonl"
SECONDS = 1.0  # between two times that the file is forced to the disk
MATCH = "match"


class StoredAnswer(NamedTuple):
    evaluation: str  # which one asked: "positions", for example
    key: str  # of the question; empty if the player was unavailable, and only calls were made
    answer: Any  # an action, or the answer to a question
    failure: str  # why there is no answer
    calls: list[dict[str, Any]]  # of a language model, one for each HTTP request

    @property
    def spent(self) -> int:
        """How much of the budget it took. A player that makes no HTTP requests takes one call for an answer."""
        return len(self.calls) or int(bool(self.key))


class Answers:
    """The answers in a folder. Several threads may add to them."""

    def __init__(self, folder: Path) -> None:
        self._file = LineFile(folder / FILE, SECONDS)
        self._all: list[StoredAnswer] = []
        self._known: dict[str, StoredAnswer] = {}
        self._lock = threading.Lock()
        for number, line in enumerate(self._file.lines(), start=1):
            try:
                self._keep(StoredAnswer(**json.loads(line)))
            except (ValueError, TypeError):
                raise DamagedFile(f"{self._file.path}, line {number} is damaged") from None

    def get(self, key: str) -> StoredAnswer | None:
        return self._known.get(key)

    def get_all(self, keys: Iterable[str]) -> list[StoredAnswer]:
        """The answers to these keys, as far as they are known."""
        return [found for found in map(self.get, keys) if found is not None]

    def add(self, answer: StoredAnswer) -> None:
        with self._lock:
            self._keep(answer)
            self._file.append([as_line(answer._asdict())])

    def __iter__(self) -> Iterator[StoredAnswer]:
        return iter(self._all)

    def of(self, evaluation: str) -> list[StoredAnswer]:
        """The questions of one evaluation so far, including calls that led to no answer."""
        return [answer for answer in self if answer.evaluation == evaluation]

    def spent(self, evaluation: str) -> int:
        return sum(answer.spent for answer in self.of(evaluation))

    def close(self) -> None:
        self._file.close()

    def _keep(self, answer: StoredAnswer) -> None:
        self._all.append(answer)
        if answer.key:
            self._known[answer.key] = answer


class OutOfCalls(Unavailable):
    """The rest of the budget might not suffice for another question."""


class Budget:
    """Calls that may be made. Before a question, as many are reserved as it can take at most."""

    def __init__(self, calls: int, spent: int) -> None:
        self.calls, self.spent = calls, spent
        self._reserved = 0
        self._changed = threading.Condition()

    @contextmanager
    def reserve(self, most: int) -> Iterator[list[int]]:
        """Reserves calls, or waits until other threads return unused ones. Put the calls that you spent in the list.

        Raises OutOfCalls if no other thread is left to wait for.
        """
        with self._changed:
            while self.spent + self._reserved + most > self.calls:
                if not self._reserved:
                    left = f"{self.spent} of {self.calls} calls are spent"
                    needs = f", and a question can take {most}, with everything that is repeated"
                    raise OutOfCalls(left if most == 1 else left + needs)
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


# Keys: the question, and its match or position


def match_key(opponent: str, pair: int, swapped: bool, turns: tuple[Choices, ...]) -> str:
    """The key of a choice in a match. After other turns it is another question, in any match."""
    return key_of(MATCH, opponent, pair, int(swapped), len(turns), short_hash(turns))


def position_key(evaluation: str, kind: str, turns: tuple[Choices, ...], player: int, which: object) -> str:
    """The key of a question in the position after some turns: its kind, and which of several times or texts."""
    # A single choice is written as a number: random sources are seeded with keys, so they must stay as they are.
    return key_of(evaluation, kind, [each if len(each) > 1 else each[0] for each in turns], player, which)


def pair_in(key: str, opponent: str) -> int | None:
    """The pair in which a choice was made, if it was in a match against this opponent."""
    parts = parts_of(key)
    return parts[2] if parts[:2] == [MATCH, opponent] else None


def is_about(key: str, evaluation: str, kind: str) -> bool:
    """Whether something of this kind was asked in a position."""
    return parts_of(key)[:2] == [evaluation, kind]


def unit_of(key: str) -> str:
    """The independent unit that a question belongs to: a pair of matches, or itself."""
    parts = parts_of(key)
    return key_of(*parts[:3]) if parts[0] == MATCH else key


def short_hash(content: object) -> str:
    """Stands for something that is too long to be repeated in a key."""
    return hashlib.sha256(json.dumps(content).encode()).hexdigest()[:16]


def key_of(*parts: object) -> str:
    return json.dumps(parts, separators=(",", ":"))


def parts_of(key: str) -> list[Any]:
    """Empty for the empty key of calls that led to no answer."""
    parts: list[Any] = json.loads(key) if key else []
    return parts
