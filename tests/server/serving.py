"""What the tests of the server share: stores, a real PostgreSQL, the application behind a real socket, and clients."""

from __future__ import annotations

import atexit
import os
import secrets
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager, suppress
from functools import cache
from pathlib import Path
from threading import Thread
from typing import Any, NamedTuple

import httpx2
import psycopg
import pytest
import uvicorn
from websockets.sync.client import ClientConnection, connect

from parlour.server.http.monitor import LOOPBACK
from parlour.server.matches.seals import SealKey
from parlour.server.serve import ServerSettings
from parlour.server.serve import server as new_server
from parlour.server.store.postgres import PostgresStore
from parlour.server.store.sqlite import SQLiteStore
from parlour.server.store.store import Store
from parlour.server.store.transaction import Transaction

KEY = SealKey(bytes(range(32)))
HOST = "127.0.0.1"
RUN = "from parlour.cli.main import main; main()"  # the command `parlour`; a test may change something before


class Cluster:
    """A PostgreSQL server of our own, in a temporary folder, reached by a Unix socket."""

    def __init__(self, programs: Path) -> None:
        self.programs = programs
        self._user: dict[str, Any] = {"user": "postgres"} if os.geteuid() == 0 else {}  # initdb refuses root
        self.folder = Path(tempfile.mkdtemp(prefix="parlour-postgres-"))
        if self._user:
            shutil.chown(self.folder, "postgres")
        self._call("initdb", "--auth=trust", "--username=parlour", "--no-sync", str(self.folder / "data"))
        self.control("start")

    def control(self, *command: str) -> None:
        options = f"-k {self.folder} -c listen_addresses='' -c fsync=off -c max_connections=60"
        log = str(self.folder / "log")
        self._call("pg_ctl", "-D", str(self.folder / "data"), "-o", options, "-l", log, "-w", *command)

    def _call(self, program: str, *arguments: str) -> None:
        subprocess.run(
            [self.programs / program, *arguments],
            check=True,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd="/",
            **self._user,
        )

    def address(self, database: str) -> str:
        return f"postgresql:///{database}?host={self.folder}&user=parlour"

    def new_database(self) -> str:
        """The address of an empty database."""
        name = f"test_{secrets.token_hex(6)}"
        with psycopg.connect(self.address("postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}".encode())
        return self.address(name)

    def stop(self) -> None:
        self.control("stop", "-m", "immediate")
        shutil.rmtree(self.folder)


def programs_of_postgres() -> Path | None:
    """Where initdb and pg_ctl are: Debian does not put them on the path."""
    for folder in [*sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True), *map(Path, os.get_exec_path())]:
        if (folder / "initdb").is_file():
            return folder
    return None


@cache
def cluster(programs: Path) -> Cluster:
    """One for all tests of this process."""
    started = Cluster(programs)
    atexit.register(started.stop)
    return started


@pytest.fixture(scope="session")
def postgres() -> Cluster:
    programs = programs_of_postgres()
    if programs is None:
        reason = "no PostgreSQL here: apt-get install postgresql"
        if os.environ.get("PARLOUR_REQUIRE_POSTGRES"):
            pytest.fail(reason)
        pytest.skip(reason)
    return cluster(programs)


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where a store keeps its matches: every test that uses this runs with both."""
    if request.param == "sqlite":
        return str(tmp_path / "matches.sqlite")
    cluster: Cluster = request.getfixturevalue("postgres")
    return cluster.new_database()


def open_database(database: str) -> Store:
    return PostgresStore(database) if database.startswith("postgresql:") else SQLiteStore(Path(database))


@pytest.fixture(scope="session")
def postgres_store(postgres: Cluster) -> Iterator[PostgresStore]:
    opened = PostgresStore(postgres.new_database())
    yield opened
    opened.close()


@pytest.fixture(params=["sqlite", "postgres"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    """An empty store: every test that uses this runs with both."""
    if request.param == "sqlite":
        opened = SQLiteStore(tmp_path / "matches.sqlite")
        yield opened
        opened.close()
        return
    shared: PostgresStore = request.getfixturevalue("postgres_store")
    shared.submit(empty).result(10)
    yield shared


def empty(tx: Transaction) -> None:
    tx._execute("TRUNCATE matches CASCADE", ())
    tx.beat(0)


class Live(NamedTuple):
    """The application in this process, behind a real socket."""

    url: str
    store: Store
    server: uvicorn.Server


@contextmanager
def live(
    store: Store, limits: float = 1000.0, proxies: str = "", hosts: tuple[str, ...] = (), monitor: str = LOOPBACK
) -> Iterator[Live]:
    names = ["localhost", HOST, *hosts]
    seconds = 120  # a busy machine compiles slowly
    settings = ServerSettings(HOST, 0, "", Path(), names, proxies, limits, seconds, monitor)
    server = new_server(store, KEY, settings)
    with closing(socket.create_server((HOST, 0))) as listening:
        thread = Thread(target=server.run, args=([listening],), daemon=True)
        thread.start()
        wait_until(lambda: server.started)
        yield Live(f"http://{HOST}:{listening.getsockname()[1]}", store, server)
        server.should_exit = True
        thread.join()


@pytest.fixture
def on_sqlite(tmp_path: Path) -> Iterator[Live]:
    """For what does not depend on the store."""
    kept = SQLiteStore(tmp_path / "matches.sqlite")
    with live(kept) as running:
        yield running
    kept.close()


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    """The same, once for all tests of a file that do not get in each other's way."""
    kept = SQLiteStore(tmp_path_factory.mktemp("shared") / "matches.sqlite")
    with live(kept) as running:
        yield running
    kept.close()


class Process:
    """`parlour serve` as a process of its own, which can be killed."""

    def __init__(self, folder: Path, database: str, *options: str, program: str = RUN, **environment: str) -> None:
        self.port = free_port()
        self.url = f"http://{HOST}:{self.port}"
        command = [sys.executable, "-c", program, "serve", "--port", str(self.port), "--database", database]
        command += ["--key", str(folder / "key" / "seal.key"), "--limits", "1000", *options]
        self.log = folder / f"log-{self.port}"
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                command, stdout=log, stderr=log, env={**os.environ, "XDG_DATA_HOME": str(folder), **environment}
            )
        _processes.append(self.process)

    def ready(self) -> Process:
        wait_until(self._answers, 30)
        return self

    def _answers(self) -> bool:
        assert self.process.poll() is None, self.log.read_text()
        try:
            return httpx2.get(f"{self.url}/api/limits", verify=False).status_code == 200  # certificates take long
        except httpx2.TransportError:
            return False

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    def ended(self, seconds: float = 20) -> int:
        return self.process.wait(seconds)


def free_port() -> int:
    with closing(socket.create_server((HOST, 0))) as found:
        port: int = found.getsockname()[1]
        return port


def wait_until(holds: Callable[[], Any], seconds: float = 10) -> None:
    deadline = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < deadline, "it did not happen in time"
        time.sleep(0.01)


_open: list[httpx2.Client] = []
_processes: list[subprocess.Popen[bytes]] = []


@pytest.fixture(autouse=True)
def nothing_is_left() -> Iterator[None]:
    """Closes what a test has opened."""
    yield
    while _open:
        _open.pop().close()
    while _processes:
        process = _processes.pop()
        process.kill()
        process.wait()


class Client:
    """One party: a player or a spectator with a secret, or a stranger without."""

    def __init__(self, url: str, match: str, secret: str) -> None:
        self.match, self.secret, self.url = match, secret, url
        headers = {"authorization": f"Bearer {secret}"} if secret else {}
        self.http = httpx2.Client(base_url=url, headers=headers, timeout=30, verify=False)
        _open.append(self.http)

    def get(self, what: str = "") -> httpx2.Response:
        return self.http.get(f"/api/matches/{self.match}{what}")

    def view(self) -> dict[str, Any]:
        answer = self.get()
        assert answer.status_code == 200, answer.text
        view: dict[str, Any] = answer.json()
        return view

    def post(self, what: str, **content: Any) -> httpx2.Response:
        return self.http.post(f"/api/matches/{self.match}/{what}", json=content)

    def choose(self, action: int, key: str = "", at: tuple[int, int] | None = None, **more: Any) -> httpx2.Response:
        """Choose in the current turn, or in another: `at` is its number and how often turns were taken back."""
        if at is None:
            match = self.view()["match"]
            at = match["turn"], match["taken_back"]
        return self.post("choice", turn=at[0], taken_back=at[1], action=action, key=key or secrets.token_hex(8), **more)

    def offer(self, kind: str) -> httpx2.Response:
        """Offer something in the current turn."""
        match = self.view()["match"]
        return self.post("offer", kind=kind, turn=match["turn"], taken_back=match["taken_back"])

    def accept(self, kind: str) -> httpx2.Response:
        """Accept what the other player offers now."""
        match = self.view()["match"]
        return self.post("accept", kind=kind, turn=match["turn"], taken_back=match["taken_back"])

    def socket(self, **headers: str) -> AbstractContextManager[ClientConnection]:
        url = f"ws{self.url.removeprefix('http')}/api/matches/{self.match}/socket"
        sent = {"authorization": f"Bearer {self.secret}"} if self.secret else {}
        return connect(url, additional_headers={**sent, **headers}, max_size=None, compression="deflate")

    @contextmanager
    def stream(self) -> Iterator[Iterator[str]]:
        """The lines of the stream. Another thread may read them: it is woken up at the end."""
        with self.http.stream("GET", f"/api/matches/{self.match}/stream") as answer:
            assert answer.status_code == 200
            try:
                yield answer.iter_lines()
            finally:
                with suppress(OSError):  # it has ended already
                    answer.extensions["network_stream"].get_extra_info("socket").shutdown(socket.SHUT_RDWR)


class Party(NamedTuple):
    first: Client
    second: Client
    spectator: Client
    stranger: Client

    @property
    def players(self) -> tuple[Client, Client]:
        return self.first, self.second


def new_party(url: str, game: str = "token-showdown", **wanted: Any) -> Party:
    """A match between two people who have both come, a spectator, and somebody without a link."""
    with httpx2.Client(verify=False) as anybody:  # loading certificates takes long
        answer = anybody.post(f"{url}/api/matches", json={"game": game, "seat": "first", **wanted})
    assert answer.status_code == 201, answer.text
    links = {whose: link.partition("#")[2] for whose, link in answer.json()["links"].items()}
    match = answer.json()["id"]
    if "other" in links:
        links["other"] = Client(url, match, "").post("join", secret=links["other"]).json()["secret"]
    return Party(*(Client(url, match, links.get(whose, "")) for whose in ("you", "other", "watch", "nobody")))
