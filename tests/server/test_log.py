"""Lines of the log have a time, and a message that repeats itself does not fill the log."""

from __future__ import annotations

import logging
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import httpx2
import pytest
from server.serving import live

from parlour.server.log import MOST_REMEMBERED, ONCE_IN, LogHandler
from parlour.server.store import sqlite
from parlour.server.store.sqlite import SQLiteStore

FULL = "the database cannot be written: database or disk is full"
NOON = 1_800_014_400.0


@pytest.fixture
def handler() -> Iterator[LogHandler]:
    made = LogHandler()
    yield made
    made.close()


def emit(handler: LogHandler, text: str, seconds: float, level: int = logging.WARNING) -> None:
    record = logging.LogRecord("parlour.server", level, __file__, 1, "%s", (text,), None)
    record.created = NOON + seconds
    handler.handle(record)


def test_a_line_has_date_time_and_level(handler: LogHandler, capsys: pytest.CaptureFixture[str]) -> None:
    emit(handler, FULL, 0)
    emit(handler, "unexpected KeyError", 61, logging.ERROR)
    assert capsys.readouterr().err.splitlines() == [
        f"2027-01-15T12:00:00Z WARNING {FULL}",
        "2027-01-15T12:01:01Z ERROR unexpected KeyError",
    ]


def test_repetitions_are_counted(handler: LogHandler, capsys: pytest.CaptureFixture[str]) -> None:
    for number in range(430):
        emit(handler, FULL, number / 100)
    emit(handler, "something else", 10)
    assert len(capsys.readouterr().err.splitlines()) == 2
    emit(handler, FULL, ONCE_IN)
    assert capsys.readouterr().err.splitlines() == [
        f"2027-01-15T12:00:04Z WARNING {FULL} (429 more like this)",
        f"2027-01-15T12:01:00Z WARNING {FULL}",
    ]


def test_the_count_is_written_when_the_server_ends(capsys: pytest.CaptureFixture[str]) -> None:
    handler = LogHandler()
    emit(handler, "a\nb", 0)
    emit(handler, "a\nb", 1)
    handler.close()
    assert capsys.readouterr().err.splitlines()[2:] == ["2027-01-15T12:00:01Z WARNING a (1 more like this)"]


def test_ever_new_messages_do_not_fill_the_memory(handler: LogHandler, capsys: pytest.CaptureFixture[str]) -> None:
    for number in range(3 * MOST_REMEMBERED):
        emit(handler, f"message {number}", 0)
    assert len(capsys.readouterr().err.splitlines()) == 3 * MOST_REMEMBERED
    assert len(handler._written) == MOST_REMEMBERED


def test_a_database_that_fails_every_request_writes_a_handful_of_lines(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    handler: LogHandler,
    capsys: pytest.CaptureFixture[str],
) -> None:
    pragmas = [pragma for pragma in sqlite.PRAGMAS if "busy" not in pragma]
    monkeypatch.setattr(sqlite, "PRAGMAS", (*pragmas, "busy_timeout = 0"))
    store = SQLiteStore(tmp_path / "m.sqlite")
    logging.getLogger().addHandler(handler)
    with (
        live(store) as running,
        closing(sqlite3.connect(tmp_path / "m.sqlite", isolation_level=None)) as other,
        httpx2.Client(base_url=running.url, verify=False) as http,
    ):
        other.execute("BEGIN EXCLUSIVE")
        statuses = {http.post("/api/matches", json={"game": "token-showdown"}).status_code for _ in range(100)}
        other.execute("ROLLBACK")
    store.close()
    logging.getLogger().removeHandler(handler)
    handler.close()
    assert statuses == {503}
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) < 6
    assert re.fullmatch(
        r"20..-..-..T..:..:..Z WARNING the database cannot be written: database is locked \(\d\d+ more like this\)",
        lines[-1],
    )
