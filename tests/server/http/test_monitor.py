"""Health and metrics: what they say, and that nobody but the host's own programs can find them."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import httpx2
import pytest
from server.serving import HOST, Cluster, Live, live, new_party, wait_until

from parlour.games.errors import ParlourError
from parlour.server.http import monitor
from parlour.server.http.monitor import read_networks
from parlour.server.live import keeper
from parlour.server.store.postgres import PostgresStore
from parlour.server.store.sqlite import SQLiteStore
from parlour.server.store.transaction import Transaction


@pytest.fixture
def http(shared: Live) -> Iterator[httpx2.Client]:
    with httpx2.Client(base_url=shared.url, verify=False) as client:
        yield client


def figures(http: httpx2.Client) -> dict[str, float]:
    answer = http.get("/metrics")
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8"
    lines = [line for line in answer.text.splitlines() if not line.startswith("#")]
    return {name: float(value) for name, value in (line.rsplit(" ", 1) for line in lines)}


def test_a_server_that_works_is_healthy(http: httpx2.Client) -> None:
    answer = http.get("/health")
    assert (answer.status_code, answer.json()) == (200, {"status": "ok"})


def test_metrics_count_connections_streams_and_requests(shared: Live, http: httpx2.Client) -> None:
    before = figures(http)
    party = new_party(shared.url)
    with party.first.stream() as lines, party.second.socket() as socket:
        next(lines)
        socket.recv(30)
        party.stranger.get()
        after = figures(http)
    grown = {name: value - before.get(name, 0) for name, value in after.items()}
    assert grown["parlour_streams"] == 2
    assert grown["parlour_connections"] >= 2
    assert grown['parlour_requests_total{status="4xx"}'] == 1
    assert grown['parlour_requests_total{status="2xx"}'] >= 3
    assert after["parlour_store_up"] == 1
    assert 0 <= after["parlour_heartbeat_age_seconds"] < 5
    assert after["parlour_store_waiting"] == after["parlour_solver_waiting"] == 0
    assert after["parlour_uptime_seconds"] > 0
    assert after["process_cpu_seconds_total"] > 0
    assert after["process_resident_memory_bytes"] > 10_000_000


def test_metrics_name_no_match(shared: Live, http: httpx2.Client) -> None:
    party = new_party(shared.url, name="Ann")
    party.first.choose(5)
    text = http.get("/metrics").text
    assert not any(word in text for word in (party.first.match, party.first.secret, "Ann"))


def test_metrics_count_the_running_matches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeper, "UPKEEP", 0.1)
    store = SQLiteStore(tmp_path / "m.sqlite")
    with live(store) as running, httpx2.Client(base_url=running.url, verify=False) as http:
        new_party(running.url)
        wait_until(lambda: figures(http)["parlour_matches_running"] == 1)
    store.close()


PUBLIC = "games.example.org"
THROUGH_PROXIES = [
    {"x-forwarded-for": "127.0.0.1"},
    {"forwarded": "for=127.0.0.1"},
    {"x-forwarded-proto": "https"},
    {"x-real-ip": "127.0.0.1"},
    {"via": "1.1 proxy"},
    {"host": PUBLIC},  # a proxy without headers of its own passes on the name that the browser asked for
]


@pytest.fixture(scope="module")
def public(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Iterator[str]:
    """A server on the internet, without and with a proxy."""
    store = SQLiteStore(tmp_path_factory.mktemp("public") / "m.sqlite")
    with live(store, proxies=request.param, hosts=(PUBLIC,)) as running:
        yield running.url
    store.close()


def check_hidden(http: httpx2.Client, **headers: str) -> None:
    """Whatever a client sends, the answers are those for a page that does not exist."""
    for page in ("/health", "/metrics", "/health/"):
        for method in ("GET", "HEAD", "POST", "OPTIONS"):
            found, expected = (http.request(method, path, headers=headers) for path in (page, "/no-such-page"))
            assert found.status_code == expected.status_code == 404
            assert found.content == expected.content
            assert set(found.headers) == set(expected.headers)


@pytest.mark.parametrize("public", ["", HOST], indirect=True)
def test_a_request_through_a_proxy_finds_nothing(public: str) -> None:
    with httpx2.Client(base_url=public, verify=False) as http:
        assert http.get("/health").status_code == 200
        for headers in THROUGH_PROXIES:
            check_hidden(http, **headers)


def test_other_addresses_find_nothing_unless_the_host_names_them(tmp_path: Path) -> None:
    store = SQLiteStore(tmp_path / "m.sqlite")
    elsewhere = httpx2.HTTPTransport(verify=False, local_address="127.0.0.2")
    with live(store, monitor="127.0.0.1,10.0.0.0/8") as running:
        with httpx2.Client(base_url=running.url, transport=elsewhere) as http:
            check_hidden(http)
        assert httpx2.get(f"{running.url}/metrics", verify=False).status_code == 200
    store.close()


def test_the_host_can_name_networks_or_none() -> None:
    assert [str(network) for network in read_networks("10.0.0.0/8, ::1")] == ["10.0.0.0/8", "::1/128"]
    assert read_networks("") == []
    with pytest.raises(ParlourError, match="--monitor takes addresses and networks, separated by commas: 'monitor"):
        read_networks("monitor.example.org")


def test_a_locked_database_is_unhealthy(tmp_path: Path) -> None:
    store = SQLiteStore(tmp_path / "m.sqlite")
    with (
        live(store) as running,
        closing(sqlite3.connect(tmp_path / "m.sqlite", isolation_level=None)) as other,
        httpx2.Client(base_url=running.url, verify=False) as http,
    ):
        figures(http)
        other.execute("BEGIN EXCLUSIVE")
        answer = http.get("/health")
        assert (answer.status_code, answer.json()) == (503, {"status": "the store does not answer"})
        found = figures(http)
        assert found["parlour_store_up"] == 0
        assert found["parlour_heartbeat_age_seconds"] >= 1
        assert found["parlour_store_waiting"] >= 1
        assert "parlour_matches_running" in found
        other.execute("ROLLBACK")
        wait_until(lambda: http.get("/health").status_code == 200)
    store.close()


def test_metrics_count_what_the_solver_works_on(tmp_path: Path) -> None:
    store, long = SQLiteStore(tmp_path / "m.sqlite"), {"game": "tower-siege", "rules": {"tower": 60}}
    with (
        ThreadPoolExecutor(1) as threads,
        live(store) as running,
        httpx2.Client(base_url=running.url, verify=False) as http,
    ):
        threads.submit(httpx2.post, f"{running.url}/api/explore", json=long, verify=False, timeout=30)
        wait_until(lambda: figures(http)["parlour_solver_waiting"] == 1)
    store.close()


def test_a_store_that_stopped_is_unhealthy(tmp_path: Path) -> None:
    store = SQLiteStore(tmp_path / "m.sqlite")
    with live(store) as running:
        store.close()
        assert httpx2.get(f"{running.url}/health", verify=False).status_code == 503


def test_a_store_that_only_reads_is_unhealthy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As on a full disk."""
    monkeypatch.setattr(monitor, "STALE", 100)
    store = SQLiteStore(tmp_path / "m.sqlite")
    with live(store) as running, httpx2.Client(base_url=running.url, verify=False) as http:
        monkeypatch.setattr(Transaction, "beat", lambda *_: None)
        wait_until(lambda: http.get("/health").json() == {"status": "nothing can be stored"})
    store.close()


def test_a_database_server_that_is_down_is_unhealthy(postgres: Cluster) -> None:
    store = PostgresStore(postgres.new_database())
    with live(store) as running, httpx2.Client(base_url=running.url, verify=False) as http:
        assert http.get("/health").status_code == 200
        postgres.control("stop", "-m", "immediate")
        assert http.get("/health").status_code == 503
        postgres.control("start")
        wait_until(lambda: http.get("/health").status_code == 200)
    store.close()
