"""A43, A44: thousands of connections, frames, matches and bots. Players go on, and the server needs little memory."""

from __future__ import annotations

import json
import resource
import secrets
import socket
import time
from base64 import b64encode
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

import httpx2
import pytest
from server.serving import HOST, Client, Live, Party, Process, live, new_party, wait_until
from server.tables import SECRETS, Kept

from parlour.server import limits
from parlour.server.http import bots, matches
from parlour.server.limits import Limit
from parlour.server.live import keeper
from parlour.server.matches.views import PROTOCOL
from parlour.server.store.sqlite import SQLiteStore
from parlour.server.store.transaction import Transaction

IDLE = 5_000
SOCKETS = 1_000
PING = b"\x89\x80\0\0\0\0"  # a frame without content, masked as frames of clients must be
ENDLESS = {"tokens": 10_000, "points": 10_000}


@pytest.fixture(autouse=True)
def many_files() -> Iterator[None]:
    """This process holds the other ends of all connections."""
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    if before[1] < IDLE + 500:
        pytest.skip(f"this process may not open {IDLE} files: ulimit -Hn {2 * IDLE}")
    resource.setrlimit(resource.RLIMIT_NOFILE, (before[1], before[1]))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, before)


def memory_of(server: Process) -> int:
    """What a process has in memory, in bytes."""
    pages = int(Path(f"/proc/{server.process.pid}/statm").read_text().split()[1])
    return pages * resource.getpagesize()


@contextmanager
def flooded(tmp_path: Path, *options: str) -> Iterator[tuple[Process, Party, ExitStack]]:
    """Players choose in less than a second during what the test does, and after it; memory grows by little."""
    server = Process(tmp_path, str(tmp_path / "m.sqlite"), *options).ready()
    party = new_party(server.url, rules=ENDLESS)
    play(party, 1)
    before = memory_of(server)
    with ExitStack() as stack:
        yield server, party, stack
        times = sorted(play(party, number) for number in range(2, 52))
        assert times[-2] < 1  # one of fifty may take longer: this machine has other things to do, too
        assert memory_of(server) - before < 100e6
    play(party, 52)


def play(party: Party, number: int) -> float:
    """How long one choice takes, the slower one of a round."""
    slower = 0.0
    for client in party.players:
        began = time.monotonic()
        assert client.choose(1, at=(number, 0)).status_code == 200
        slower = max(slower, time.monotonic() - began)
    return slower


def connected(server: Process, stack: ExitStack) -> socket.socket:
    return stack.enter_context(closing(socket.create_connection((HOST, server.port))))


def test_a43_thousands_of_idle_connections(tmp_path: Path) -> None:
    """That send nothing, or half a header."""
    with flooded(tmp_path) as (server, _, stack):
        for number in range(IDLE):
            connection = connected(server, stack)
            if number % 2:
                connection.sendall(b"GET / HTTP/1.1\r\nHost: ")


def upgraded(server: Process, stack: ExitStack, spectator: Client) -> tuple[socket.socket, int]:
    """A WebSocket without a library, and the status of the answer."""
    connection = connected(server, stack)
    key = b64encode(secrets.token_bytes(16)).decode()
    lines = [
        f"GET /api/matches/{spectator.match}/socket HTTP/1.1",
        f"Host: {HOST}",
        f"Authorization: Bearer {spectator.secret}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Version: 13",
        f"Sec-WebSocket-Key: {key}",
    ]
    connection.sendall("\r\n".join([*lines, "", ""]).encode())
    return connection, int(connection.recv(12).split()[1])


def test_a43_a_thousand_sockets_from_one_address(tmp_path: Path) -> None:
    """Most are refused, with the limits that everybody has; those of the players stay."""
    with flooded(tmp_path, "--limits", "1") as (server, party, stack):
        statuses = Counter(upgraded(server, stack, party.spectator)[1] for _ in range(SOCKETS))
        assert set(statuses) == {101, 403}
        assert statuses[101] < 300


def test_a43_sockets_that_send_pings_and_never_read(tmp_path: Path) -> None:
    """They are closed: one of them would keep the server from answering anybody else."""
    with flooded(tmp_path) as (server, party, stack):
        for _ in range(50):
            connection, status = upgraded(server, stack, party.spectator)
            assert status == 101
            with pytest.raises(ConnectionError):
                connection.sendall(PING * 10_000_000)


REQUEST = f"GET /api/limits HTTP/1.1\r\nHost: {HOST}\r\n\r\n"
ENDLESS_REQUESTS = {
    "requests that do not wait for answers": ("", REQUEST),
    "a long header": ("GET / HTTP/1.1\r\nCookie: ", "x" * 50),
    "many headers": ("GET / HTTP/1.1\r\n", "X: y\r\n" * 8),
    "empty headers": ("GET / HTTP/1.1\r\n", "a:\r\n" * 12),
    "parts of one byte": (f"POST /x HTTP/1.1\r\nHost: {HOST}\r\nTransfer-Encoding: chunked\r\n\r\n", "1\r\na\r\n" * 8),
    "a long address": ("GET /", "x" * 50),
}


@pytest.mark.parametrize("kind", ENDLESS_REQUESTS)
def test_a43_requests_without_end(tmp_path: Path, kind: str) -> None:
    """They are cut off, even if nobody reads the answers."""
    start, part = ENDLESS_REQUESTS[kind]
    with flooded(tmp_path) as (server, _, stack):
        for _ in range(3):
            connection = connected(server, stack)
            with pytest.raises(ConnectionError):
                connection.sendall((start + part * 1_000_000).encode())


def test_a43_a_few_requests_at_once_are_answered_in_order(on_sqlite: Live) -> None:
    with closing(socket.create_connection((HOST, int(on_sqlite.url.rpartition(":")[2])))) as connection:
        for name in ("tower-siege", "nothing", "tower-siege"):
            connection.sendall(f"GET /api/games/{name} HTTP/1.1\r\nHost: {HOST}\r\n\r\n".encode())
        received = b""
        while received.count(b"HTTP/1.1 ") < 3:
            received += connection.recv(100_000)
    assert [part[:3] for part in received.split(b"HTTP/1.1 ")[1:]] == [b"200", b"404", b"200"]


def test_a43_a_ping_now_and_then_is_answered(on_sqlite: Live) -> None:
    party = new_party(on_sqlite.url)
    with party.first.socket() as connection:
        for _ in range(100):
            assert connection.ping().wait(5)


def test_a44_new_matches_are_limited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = SQLiteStore(tmp_path / "m.sqlite")
    with live(store, limits=1.0) as running, httpx2.Client(base_url=running.url, verify=False) as http:
        statuses = [http.post("/api/matches", json={"game": "tower-siege"}).status_code for _ in range(40)]
        assert statuses.count(201) <= 32
        assert statuses[-1] == 429
    monkeypatch.setattr(matches, "MOST_RUNNING", 30)
    with live(store) as running, httpx2.Client(base_url=running.url, verify=False) as http:
        answer = http.post("/api/matches", json={"game": "tower-siege"})
        assert (answer.status_code, answer.headers["retry-after"]) == (503, "2")
    store.close()


def new_match(url: str, address: str) -> httpx2.Response:
    with httpx2.Client(base_url=url, transport=httpx2.HTTPTransport(local_address=address)) as http:
        return http.post("/api/matches", json={"game": "tower-siege", "seat": "first"})


def test_a44_one_address_has_a_share_of_the_running_matches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Others have theirs; a match that is over makes room, also for its rematch; a restart forgets nothing."""
    monkeypatch.setitem(limits.LIMITS, "running matches", Limit(3, 0))
    store = SQLiteStore(tmp_path / "m.sqlite")
    with live(store, limits=1.0) as running:
        made = [new_match(running.url, "127.0.0.2") for _ in range(3)]
        assert [answer.status_code for answer in made] == [201] * 3
    with live(store, limits=1.0) as running:
        refused = new_match(running.url, "127.0.0.2")
        assert (refused.status_code, refused.headers["retry-after"]) == (429, "60")
        assert "too many running matches" in refused.json()["error"]
        assert new_match(running.url, "127.0.0.3").status_code == 201
        first = Client(running.url, made[0].json()["id"], made[0].json()["links"]["you"].partition("#")[2])
        second = Client(running.url, first.match, "")
        ticket = made[0].json()["links"]["other"].partition("#")[2]
        second = Client(running.url, first.match, second.post("join", secret=ticket).json()["secret"])
        assert first.post("resign").status_code == 200
        assert new_match(running.url, "127.0.0.2").status_code == 201
        assert first.offer("rematch").status_code == 429
    store.close()


@pytest.mark.alone
def test_a44_many_running_matches_do_not_delay_the_start(tmp_path: Path) -> None:
    """Only those are looked at in which time can run out, and not before others are answered."""
    waits = []
    for number, (copies, clocks) in enumerate([(0, 0), (20_000, 2_000)]):
        database = tmp_path / f"{number}.sqlite"
        store = SQLiteStore(database)
        kept = Kept(store)
        store.submit(lambda tx: multiply(tx, kept.id, copies, clocks)).result(60)  # noqa: B023  # called at once
        store.close()
        waits.append(min(first_answer(tmp_path, database, kept.id) for _ in range(3)))
    assert waits[1] < 2 * waits[0]


def first_answer(folder: Path, database: Path, match_id: str) -> float:
    """How long it takes from the start of a server to its first answer about a match."""
    began = time.monotonic()
    server = Process(folder, str(database), "--limits", "1", COVERAGE_PROCESS_CONFIG="").ready()
    assert Client(server.url, match_id, SECRETS[0]).view()["match"]["status"] == "running"
    waited = time.monotonic() - began
    server.kill()
    return waited


def multiply(tx: Transaction, match_id: str, times: int, clocks: int) -> None:
    """Copies of a match under other names, some with clocks that run for very long."""
    row, seats = tx.match(match_id), tx.seats(match_id)
    assert row is not None
    for number in range(times):
        clock = 10**9 if number < clocks else 0
        name = f"copy-{number}"
        copies = [seat._replace(match=name, clock=clock) for seat in seats]
        tx.add_match(row._replace(id=name, clock=clock), copies)
    tx.changed.clear()


def test_a44_old_matches_are_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = SQLiteStore(tmp_path / "m.sqlite")
    monkeypatch.setattr(keeper, "UPKEEP", 0.1)
    with live(store) as running:
        party = new_party(running.url)
        with party.first.stream() as lines:
            assert json.loads(next(lines))
            monkeypatch.setattr(keeper, "EXPIRE", 0)
            monkeypatch.setattr(keeper, "CLEAN_UP", 1)
            wait_until(lambda: party.first.get().status_code == 404)
    store.close()


def test_a44_the_list_is_short_and_public(on_sqlite: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matches, "MOST_LISTED", 3)
    for public in (True, False) * 4:
        new_party(on_sqlite.url, public=public)
    with httpx2.Client(base_url=on_sqlite.url, verify=False) as http:
        assert len(http.get("/api/matches").json()["matches"]) == 3


def test_a44_matches_in_which_nobody_has_chosen_are_removed_even_if_somebody_resigned(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise a flood of them would fill the disk. Matches that were played stay."""
    store = SQLiteStore(tmp_path / "m.sqlite")
    monkeypatch.setattr(keeper, "UPKEEP", 0.1)
    with live(store) as running:
        empty, given, played = (new_party(running.url, turns=turns) for turns in ([], [[5, 6]], []))
        for client in played.players:
            assert client.choose(5).status_code == 200
        for party in (empty, given, played):
            party.first.post("resign")
        monkeypatch.setattr(keeper, "EXPIRE", 0)
        monkeypatch.setattr(keeper, "CLEAN_UP", 1)
        for party in (empty, given):
            wait_until(lambda: party.first.get().status_code == 404)  # noqa: B023  # called in this round of the loop
        assert played.first.get().status_code == 200
    store.close()


def test_a44_bots_are_limited(on_sqlite: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    """From one address, and in all. Whoever leaves makes room."""
    for most, count in (("MOST_PER_ADDRESS", 3), ("MOST_BOTS", 2)):
        monkeypatch.setattr(bots, most, count)
        with ExitStack() as stack, httpx2.Client(base_url=on_sqlite.url, verify=False) as http:
            for number in range(count + 1):
                body = {"name": f"bot-{number}", "games": ["tower-siege"], "protocol": PROTOCOL}
                answer = stack.enter_context(http.stream("POST", "/api/bots", json=body))
                assert answer.status_code == (409 if number == count else 200)
            assert len(http.get("/api/bots").json()["bots"]) == count
        with httpx2.Client(base_url=on_sqlite.url, verify=False) as http:
            wait_until(lambda: not http.get("/api/bots").json()["bots"])  # called in this round of the loop


def test_a44_a_bot_that_does_not_answer_is_not_given_more(on_sqlite: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots, "MOST_WAITING", 0)
    body = {"name": "slow", "games": ["tower-siege"], "protocol": PROTOCOL}
    with (
        httpx2.Client(base_url=on_sqlite.url, verify=False) as http,
        http.stream("POST", "/api/bots", json=body) as answer,
    ):
        lines = answer.iter_lines()
        next(lines)
        refused = http.post("/api/matches", json={"game": "tower-siege", "opponent": "bot:slow"})
    assert refused.status_code == 409
    assert refused.json() == {"error": "slow has too many matches waiting; try again later"}
