"""The files of a run: appended batch by batch, safe after every batch, and sorted at the end."""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from parlour.arena.harness.frozen import FILE, check_same, read_frozen
from parlour.arena.tournament.plan import Plan
from parlour.arena.tournament.playing import Outcome
from parlour.arena.tournament.schedule import pair_of
from parlour.files import write_file
from parlour.games.checks import whole_number
from parlour.games.errors import ParlourError

MATCHES, CALLS, LOCK = "matches.jsonl", "calls.jsonl", ".lock"


class Damaged(ParlourError):
    """A file of a run is not as it was written. The message names the line."""


class InUse(ParlourError):
    """Another process plays in the same folder."""


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Holds the folder. The system lets go of it when the process ends, however it ends."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / LOCK).open("a") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise InUse(f"another run is writing to {folder}; wait for its end, or use another folder") from None
        yield


def settle_plan(folder: Path, content: dict[str, Any]) -> list[str]:
    """Writes plan.json, or compares the plan with the one that is there. Returns notes on what may differ."""
    path = folder / FILE
    if path.exists():
        return check_same(read_frozen(folder), content, f"{folder} belongs to another plan, so use another folder")
    if (folder / MATCHES).exists():
        raise Damaged(f"{folder} has {MATCHES} but no {FILE}, so nobody knows what was played; use another folder")
    write_file(path, json.dumps(content, indent=1) + "\n")
    return []


class Ledger:
    """`matches.jsonl` and `calls.jsonl`. Whatever a killed run left behind is put right when they are opened."""

    def __init__(self, folder: Path, plan: Plan) -> None:
        self._folder = folder
        self._plan = plan
        self._matches = folder / MATCHES
        self._calls = folder / CALLS
        self._lines: dict[int, tuple[bytes, bytes]] = {}  # by pair
        self._open()

    @property
    def pairs(self) -> int:
        """How many pairs are done."""
        return len(self._lines)

    def missing(self) -> Iterator[int]:
        return (number for number in range(self._plan.total) if number not in self._lines)

    def add(self, outcome: Outcome) -> None:
        """Writes a batch. It is safe on disk when this returns."""
        append(self._calls, [line.encode() for line in outcome.calls])  # first: a call was paid for in any case
        lines = [line.encode() for line in outcome.lines]
        append(self._matches, lines)
        for first, second in zip(lines[::2], lines[1::2], strict=True):
            self._lines[json.loads(first)["pair"]] = first, second

    def finish(self) -> None:
        """Sorts the matches of a finished run, so that the file does not depend on who played what when."""
        lines = [line for number in sorted(self._lines) for line in self._lines[number]]
        data = b"".join(line + b"\n" for line in lines)
        if self._matches.read_bytes() != data:
            write_file(self._matches, data)

    def _open(self) -> None:
        cut_torn_line(self._calls)
        cut_torn_line(self._matches)
        data = self._matches.read_bytes() if self._matches.exists() else b""
        lines = data.split(b"\n")[:-1]
        for number, (first, _) in enumerate(pairs_in(self._matches, lines, self._plan)):
            self._lines[first["pair"]] = lines[2 * number], lines[2 * number + 1]
        if len(lines) % 2:  # the second match of the last pair was not written
            content_of(self._matches, lines, len(lines) - 1, self._plan)
            os.truncate(self._matches, len(data) - len(lines[-1]) - 1)


def pairs_in(path: Path, lines: Sequence[bytes], plan: Plan) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """The contents of the lines of whole pairs, which must belong to the plan, each pair once.

    Whether their decisions are legal, `results.py` checks.
    """
    seen: set[int] = set()
    for index in range(0, len(lines) - 1, 2):
        first, second = content_of(path, lines, index, plan), content_of(path, lines, index + 1, plan)
        if first["pair"] != second["pair"]:
            raise Damaged(f"{path}, line {index + 2}: pair is not that of the line before")
        if first["pair"] in seen:
            raise Damaged(f"{path}, line {index + 1}: pair {first['pair']} is there twice")
        seen.add(first["pair"])
        yield first, second


def content_of(path: Path, lines: Sequence[bytes], index: int, plan: Plan) -> dict[str, Any]:
    """One line. In every second one the players have swapped seats."""
    try:
        content: dict[str, Any] = json.loads(lines[index])
        wrong = unexpected_key(content, index % 2 == 1, plan)
    except (ValueError, KeyError, TypeError):
        raise Damaged(f"{path}, line {index + 1} is damaged") from None
    if wrong:
        raise Damaged(f"{path}, line {index + 1}: {wrong} is not what the plan says")
    return content


def unexpected_key(content: dict[str, Any], swapped: bool, plan: Plan) -> str | None:
    """The first key of a line that does not agree with the plan."""
    number = whole_number(content["pair"])
    if number is None or not 0 <= number < plan.total:
        return "pair"
    pair = pair_of(plan, number)
    players = list(pair.players[::-1] if swapped else pair.players)
    expected = {"swapped": swapped, "game": pair.variant.label, "players": players, "seed": pair.seed}
    return next((key for key, value in expected.items() if content[key] != value), None)


def cut_torn_line(path: Path) -> None:
    """Removes a last line that was not written to its end."""
    data = path.read_bytes() if path.exists() else b""
    if data and not data.endswith(b"\n"):
        os.truncate(path, data.rfind(b"\n") + 1)


def append(path: Path, lines: Sequence[bytes]) -> None:
    if lines:
        with path.open("ab") as file:
            file.write(b"".join(line + b"\n" for line in lines))
            file.flush()
            os.fsync(file.fileno())
