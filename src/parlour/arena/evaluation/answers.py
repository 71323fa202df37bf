"""`answers.jsonl`: every answer as soon as it was given, with the calls that it took. A killed run loses no more."""

from __future__ import annotations

import json
import os
import threading
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from parlour.arena.harness.ledger import Damaged, cut_torn_line

FILE = "answers.jsonl"
SECONDS = 1.0  # between two times that the file is forced to the disk


class Answer(NamedTuple):
    """What came of asking once."""

    evaluation: str  # who asked: "positions", for example
    key: str  # what was asked; empty if the player was unavailable, and only calls were made
    answer: Any  # an action, or what a question was answered with
    failure: str  # why there is no answer
    calls: list[dict[str, Any]]  # of a language model, one for each HTTP request

    @property
    def spent(self) -> int:
        """How much of the budget it took. A player that makes no HTTP requests takes one call for an answer."""
        return len(self.calls) or int(bool(self.key))


class Answers:
    """The answers in a folder. Several threads may add to them."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / FILE
        cut_torn_line(self._path)
        self._all: list[Answer] = []
        self._known: dict[str, Answer] = {}
        lines = self._path.read_bytes().split(b"\n")[:-1] if self._path.exists() else []
        for number, line in enumerate(lines, start=1):
            try:
                self._keep(Answer(**json.loads(line)))
            except (ValueError, TypeError):
                raise Damaged(f"{self._path}, line {number} is damaged") from None
        self._file = self._path.open("ab")
        self._synced = time.monotonic()
        self._lock = threading.Lock()

    def get(self, key: str) -> Answer | None:
        return self._known.get(key)

    def add(self, answer: Answer) -> None:
        line = json.dumps(answer._asdict(), separators=(",", ":")).encode() + b"\n"
        with self._lock:
            self._keep(answer)
            self._file.write(line)
            self._file.flush()  # so that it survives the end of this process
            if time.monotonic() - self._synced > SECONDS:
                os.fsync(self._file.fileno())  # and from now and then on, the end of this machine
                self._synced = time.monotonic()

    def __iter__(self) -> Iterator[Answer]:
        return iter(self._all)

    def of(self, evaluation: str) -> list[Answer]:
        """What one evaluation has asked, including calls that led to no answer."""
        return [answer for answer in self if answer.evaluation == evaluation]

    def spent(self, evaluation: str) -> int:
        return sum(answer.spent for answer in self.of(evaluation))

    def close(self) -> None:
        os.fsync(self._file.fileno())
        self._file.close()

    def _keep(self, answer: Answer) -> None:
        self._all.append(answer)
        if answer.key:
            self._known[answer.key] = answer


def with_answers(answers: Answers, keys: Iterable[str]) -> list[Answer]:
    """The answers to these keys, as far as they are known."""
    return [found for found in map(answers.get, keys) if found is not None]
