"""A01-A15, A20: the same scenario twice, differing only in the sealed choice. Nobody else may be able to tell which.

Everything random is made the same for both runs, so whatever anybody receives is compared byte for byte: bodies,
headers but the date, frames of sockets, lines of streams, pictures, logs, and the rows in the database. Only
commitments differ; they have the same length, and nobody knows the 256 random bits in them.
"""

from __future__ import annotations

import json
import logging
import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from threading import Thread
from typing import Any, NamedTuple

import httpx2
import psycopg
import pytest
from attacks.server.twice import NONCE, without_hashes
from server.serving import Cluster, Party, live, new_party, open_database, wait_until
from support import OURS
from websockets.exceptions import ConnectionClosed

import parlour
from parlour.games.game import Game
from parlour.match.match import Match
from parlour.server.matches import views

SECRET_GAMES = [name for name in OURS if parlour.game(name).words.SECRET]
PORT = re.compile(r"127\.0\.0\.1\D{1,4}\d+")
CLIENTS = ("httpcore2.http11", "httpcore2.connection", "httpx2", "websockets.client")  # loggers of the clients


class Scenario(NamedTuple):
    game: str
    turns: list[list[int]]  # to a position in which both choose in secret
    sealed: tuple[int, int]  # two choices of the first player, one for each run
    answer: int  # of the second player
    other: int  # another choice of the first player, sealed after the first one was taken back


def scenario(name: str) -> Scenario:
    """The first position of a game in which both players have several actions."""
    match = Match(parlour.game(name))
    while True:
        state, game = match.state, match.game
        actions = [game.actions(state, player) for player in (0, 1)]
        if min(map(len, actions)) > 1:
            least, most, low = actions[0][0], actions[0][-1], actions[1][0]
            return Scenario(name, [list(choices) for choices in match.line.choices], (least, most), low, most)
        match.play(*first_choices(game, state))


def first_choices(game: Game, state: Any) -> list[int]:
    return [game.actions(state, player)[-1] for player in game.to_act(state)]


class Receiver:
    """Keeps what a socket or a stream delivers: the last view of each version, since a slow reader misses some."""

    def __init__(self, receive: Iterator[Any]) -> None:
        self.received: dict[int, bytes] = {}
        self._receive = receive
        Thread(target=self._run, daemon=True).start()

    def _run(self) -> None:
        with suppress(ConnectionClosed, httpx2.StreamError, httpx2.TransportError):
            for message in self._receive:
                if message:
                    self.received[json.loads(message)["match"]["version"]] = message.encode()


def listening(party: Party, stack: ExitStack) -> list[Receiver]:
    receivers = []
    for client in (party.second, party.spectator):
        socket, lines = stack.enter_context(client.socket()), stack.enter_context(client.stream())
        receivers += [Receiver(iter(socket)), Receiver(lines)]
    return receivers


class Evidence:
    """Everything that anybody but the chooser gets to see, and the answers to the chooser."""

    def __init__(self) -> None:
        self.seen: list[bytes] = []

    def note(self, answer: httpx2.Response) -> None:
        headers = sorted((name, value) for name, value in answer.headers.multi_items() if name != "date")
        self.seen.append(f"{answer.request.url.path} {answer.status_code} {headers}".encode() + answer.content)


LOOKS = ("", "/record", "/review", "/picture/0", "/picture/99?theme=dark")


def look_around(party: Party, evidence: Evidence) -> None:
    for client in (party.second, party.spectator, party.stranger):
        for what in LOOKS:
            evidence.note(client.get(what))
    evidence.note(party.second.http.get("/api/matches"))
    evidence.note(party.second.http.get("/api/limits"))


def provoke(party: Party, evidence: Evidence, at: tuple[int, int]) -> None:
    """Errors of every kind while a choice is sealed."""
    first, second = party.first, party.second
    for key, action in (("again", 0), ("more", 1), ("most", 2**31 - 1)):
        evidence.note(first.choose(action, key, at))
    evidence.note(second.choose(2**31 - 1, "x", at))
    evidence.note(second.choose(0, "x", (at[0] + 1, at[1])))
    evidence.note(second.choose(0, "x", (at[0], at[1] + 1)))
    evidence.note(second.post("choice", turn="1"))
    evidence.note(second.offer("rematch"))
    evidence.note(second.post("offer", kind="nothing"))
    evidence.note(party.stranger.choose(0, "x", at))
    evidence.note(party.spectator.choose(0, "x", at))
    evidence.note(second.http.post(f"/api/matches/{second.match}/choice", content=b"{", headers=JSON))


JSON = {"content-type": "application/json"}


class Run(NamedTuple):
    seen: list[bytes]
    frames: list[dict[int, bytes]]
    stored: dict[str, list[tuple[Any, ...]]]


def play(url: str, scenario: Scenario, action: int, database: str) -> Run:
    party = new_party(url, scenario.game, turns=scenario.turns, public=True, name="Ann")
    evidence, at = Evidence(), (len(scenario.turns) + 1, 0)
    with ExitStack() as stack:
        receivers = listening(party, stack)
        look_around(party, evidence)
        evidence.note(party.first.choose(action, "first", at, nonce=NONCE))
        wait_for_all(party, receivers)
        stored = rows_of(database)
        look_around(party, evidence)
        provoke(party, evidence, at)
        evidence.note(party.first.choose(action, "first", at, nonce=NONCE))  # the same request again
        take_back(party, evidence)
        wait_for_all(party, receivers)
        look_around(party, evidence)
        at = at[0], 1
        evidence.note(party.first.choose(scenario.other, "second", at, nonce=NONCE))
        wait_for_all(party, receivers)
        evidence.note(party.second.choose(scenario.answer, "third", at, nonce=NONCE))
        wait_for_all(party, receivers)
        evidence.note(party.second.get())
        evidence.note(party.second.post("resign"))
        wait_for_all(party, receivers)
        evidence.note(party.second.get("/record"))
        return Run(evidence.seen, [receiver.received for receiver in receivers], stored)


def take_back(party: Party, evidence: Evidence) -> None:
    evidence.note(party.first.offer("take-back"))
    evidence.note(party.second.accept("take-back"))


def wait_for_all(party: Party, receivers: list[Receiver]) -> None:
    version = party.first.view()["match"]["version"]
    wait_until(lambda: all(version in receiver.received for receiver in receivers))


def rows_of(database: str) -> dict[str, list[tuple[Any, ...]]]:
    """Every row of every table."""
    tables = ("matches", "seats", "turns", "sealed", "answers")
    if database.startswith("postgresql:"):
        with psycopg.connect(database) as postgres:
            return {name: postgres.execute(f"SELECT * FROM {name}".encode()).fetchall() for name in tables}
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as connection:
        return {name: connection.execute(f"SELECT * FROM {name}").fetchall() for name in tables}


@pytest.mark.parametrize(
    ("database", "name"),
    [*(("sqlite", name) for name in SECRET_GAMES), ("postgres", "token-showdown")],
    indirect=["database"],
)
def test_a01_a15_nobody_else_receives_a_different_byte(
    name: str,
    database: str,
    same_every_time: Callable[[], None],
    caplog: pytest.LogCaptureFixture,
    request: pytest.FixtureRequest,
    tmp_path: Path,
) -> None:
    runs, logs = [], []
    case = scenario(name)
    for action in case.sealed:
        same_every_time()
        caplog.clear()
        with caplog.at_level(logging.DEBUG):
            runs.append(run_once(case, action, database))
        logs.append([record.getMessage() for record in caplog.records if record.name not in CLIENTS])
        database = another(database, request, tmp_path)
    one, two = runs
    assert without_hashes(one.seen) == without_hashes(two.seen)
    for frames_one, frames_two in zip(one.frames, two.frames, strict=True):
        common = sorted({*frames_one} & {*frames_two})
        assert len(common) >= 5  # sealed, taken back, sealed again, revealed, resigned
        assert without_hashes([frames_one[v] for v in common]) == without_hashes([frames_two[v] for v in common])
    assert [PORT.sub("PORT", line) for line in logs[0]] == [PORT.sub("PORT", line) for line in logs[1]]
    compare_stored(one.stored, two.stored)


def run_once(case: Scenario, action: int, database: str) -> Run:
    store = open_database(database)
    try:
        with live(store) as running:
            return play(running.url, case, action, database)
    finally:
        store.close()


def another(database: str, request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A second, empty database of the same kind."""
    if database.startswith("postgresql:"):
        cluster: Cluster = request.getfixturevalue("postgres")
        return cluster.new_database()
    return str(tmp_path / "second.sqlite")


def compare_stored(one: dict[str, list[tuple[Any, ...]]], two: dict[str, list[tuple[Any, ...]]]) -> None:
    assert len(one["sealed"]) == len(two["sealed"]) == 1
    for table in ("matches", "seats", "turns", "answers"):
        assert one[table] == two[table]
    (*slot_one, commitment_one, box_one), (*slot_two, commitment_two, box_two) = one["sealed"][0], two["sealed"][0]
    assert slot_one == slot_two
    assert len(commitment_one) == len(commitment_two) == 64
    assert len(bytes(box_one)) == len(bytes(box_two)) == 12 + 36 + 16


def test_the_comparison_can_fail(
    tmp_path: Path, same_every_time: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A view that tells the length of the sealed choice is found."""
    hidden = views.public_content
    told: dict[str, int] = {}

    def leaky(shown: Any) -> dict[str, Any]:
        return {**hidden(shown), "leak": "x" * told.get("action", 0) if shown.current.sealed else ""}

    monkeypatch.setattr(views, "public_content", leaky)
    case, runs = scenario("token-showdown"), []
    for number, action in enumerate(case.sealed):
        same_every_time()
        told["action"] = action
        runs.append(run_once(case, action, str(tmp_path / f"{number}.sqlite")))
    assert without_hashes(runs[0].seen) != without_hashes(runs[1].seen)
