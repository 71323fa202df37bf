"""What the benchmarks of the server share: servers in their own processes, and a client that costs little."""

from __future__ import annotations

import asyncio
import json
import os
import re
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import parlour

POSTGRES = Path("/usr/lib/postgresql")  # where Debian puts it
ROUND = re.compile(rb'"turn":(\d+),"taken_back"')
TICKS = os.sysconf("SC_CLK_TCK")
GAME = "token-showdown"


def script(random: Random) -> list[tuple[int, int]]:
    """The bids of a whole match of Token Showdown: small ones, so that it takes about ten rounds."""
    game = parlour.game(GAME)
    state, bids = game.start(), list[tuple[int, int]]()
    while game.to_act(state):
        most = [min(9, game.actions(state, player)[-1]) for player in (0, 1)]
        first, second = random.randint(1, most[0]), random.randint(1, most[1])
        bids.append((first, second))
        state = game.play(state, first, second)
    return bids


def part_of(values: Sequence[float], part: float) -> float:
    """The value that this part of all values does not exceed: the median for 0.5."""
    return sorted(values)[min(len(values) - 1, int(part * len(values)))]


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
        return port


class Process:
    """A server. It keeps its port when it starts again."""

    def __init__(self, command: list[str], port: int) -> None:
        self._command, self.port = command, port
        self.start()

    def start(self) -> None:
        self._process = subprocess.Popen(self._command, stdout=subprocess.DEVNULL)
        while True:
            if self._process.poll() is not None:
                raise SystemExit("the server did not start")
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            time.sleep(0.02)

    def kill(self) -> None:
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()

    def stop(self) -> None:
        self._process.terminate()
        self._process.wait()

    def cpu(self) -> float:
        """Seconds that the process has used."""
        fields = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def memory(self) -> int:
        """Resident bytes."""
        return int(Path(f"/proc/{self._process.pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


@contextmanager
def parlour_server(database: str | None = None, limits: int = 100_000) -> Iterator[Process]:
    """`parlour serve`, with its own SQLite file unless there is another database."""
    with tempfile.TemporaryDirectory(prefix="parlour-bench-", dir=os.environ.get("BENCH_FOLDER")) as folder:
        port = free_port()
        where = ["--database", database or f"{folder}/matches.sqlite", "--key", f"{folder}/seal.key"]
        command = [sys.executable, "-m", "parlour", "serve", "--port", str(port), "--limits", str(limits)]
        process = Process([*command, *where], port)
        try:
            yield process
        finally:
            process.stop()


@contextmanager
def postgres() -> Iterator[str]:
    """The address of a PostgreSQL server of our own, which syncs to disk."""
    programs = max(POSTGRES.glob("*/bin"), default=None)
    if programs is None:
        raise SystemExit("PostgreSQL is not installed")
    folder = Path(tempfile.mkdtemp(prefix="parlour-postgres-"))
    user: dict[str, Any] = {"user": "postgres"} if os.geteuid() == 0 else {}  # initdb refuses root
    if user:
        shutil.chown(folder, "postgres")

    def call(program: str, *arguments: str) -> None:
        command = [str(programs / program), *arguments]
        subprocess.run(command, check=True, cwd="/", stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **user)

    data = str(folder / "data")
    call("initdb", "--auth=trust", "--username=parlour", data)
    options = f"-k {folder} -c listen_addresses=''"
    call("pg_ctl", "-D", data, "-o", options, "-l", str(folder / "log"), "-w", "start")
    try:
        yield f"postgresql://parlour@/postgres?host={folder}"
    finally:
        call("pg_ctl", "-D", data, "-m", "fast", "-w", "stop")
        shutil.rmtree(folder)


class Lost(Exception):
    """The connection was lost before the answer."""


class Connection(asyncio.Protocol):
    """One connection, one request at a time. It reads no more of an answer than its status, length and body."""

    def __init__(self) -> None:
        self._buffer = bytearray()
        self._answer: asyncio.Future[tuple[int, bytes]] | None = None
        self.transport: asyncio.Transport | None = None

    def connection_made(self, transport: Any) -> None:
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        end = self._buffer.find(b"\r\n\r\n")
        if end < 0 or self._answer is None:
            return
        head = bytes(self._buffer[:end]).lower()
        length = int(head.partition(b"content-length:")[2].split(b"\r\n")[0])
        if len(self._buffer) >= end + 4 + length:
            body = bytes(self._buffer[end + 4 : end + 4 + length])
            self._buffer.clear()
            answer, self._answer = self._answer, None
            if not answer.done():
                answer.set_result((int(head[9:12]), body))

    def connection_lost(self, _: Exception | None) -> None:
        self.transport = None
        if self._answer and not self._answer.done():
            self._answer.set_exception(Lost())

    async def ask(self, request: bytes) -> tuple[int, bytes]:
        if self.transport is None:
            raise Lost
        self._answer = asyncio.get_running_loop().create_future()
        self.transport.write(request)
        return await self._answer


class Stream(asyncio.Protocol):
    """The views of a seat, of which only the number of the round is read."""

    def __init__(self) -> None:
        self.round = 0
        self._buffer = b""
        self._news = asyncio.Event()
        self.transport: asyncio.Transport | None = None

    def connection_made(self, transport: Any) -> None:
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        self._buffer = (self._buffer + data)[-200_000:]
        found = ROUND.findall(self._buffer)
        if found:
            self.round = int(found[-1])
            self._news.set()
            self._buffer = self._buffer[-100:]

    async def reaches(self, number: int) -> None:
        while self.round < number:
            self._news.clear()
            await self._news.wait()


class Client:
    """Everything that a load needs of a server, by hand: a full HTTP client would cost more than the server."""

    def __init__(self, port: int) -> None:
        self._port = port

    async def connect(self, source: str = "127.0.0.1") -> Connection:
        loop = asyncio.get_running_loop()
        try:
            _, connection = await loop.create_connection(Connection, "127.0.0.1", self._port, local_addr=(source, 0))
        except OSError:
            raise Lost from None
        return connection

    def request(self, method: str, path: str, body: dict[str, Any] | None = None, secret: str = "") -> bytes:
        content = b"" if body is None else json.dumps(body).encode()
        head = f"{method} {path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: {len(content)}\r\n"
        head += "content-type: application/json\r\n" if body is not None else ""
        head += f"authorization: Bearer {secret}\r\n" if secret else ""
        return head.encode() + b"\r\n" + content

    async def call(
        self, connection: Connection, method: str, path: str, body: dict[str, Any] | None = None, secret: str = ""
    ) -> Any:
        status, data = await connection.ask(self.request(method, path, body, secret))
        if status >= 300:
            raise AssertionError(f"{path}: {status} {data.decode()}")
        return json.loads(data)

    async def new_match(self, connection: Connection) -> tuple[str, list[str]]:
        """The path of a match that has begun, and the secrets of its seats."""
        created = await self.call(connection, "POST", "/api/matches", {"game": GAME, "seat": "first"})
        own, ticket = (created["links"][who].partition("#")[2] for who in ("you", "other"))
        path = f"/api/matches/{created['id']}"
        joined = await self.call(connection, "POST", f"{path}/join", {"secret": ticket})
        return path, [own, joined["secret"]]

    async def stream(self, path: str, secret: str) -> Stream:
        loop = asyncio.get_running_loop()
        _, stream = await loop.create_connection(Stream, "127.0.0.1", self._port)
        assert stream.transport is not None
        stream.transport.write(self.request("GET", f"{path}/stream", None, secret))
        await stream.reaches(1)
        return stream

    def choice(self, path: str, secret: str, number: int, action: int, key: str | None = None) -> bytes:
        body = {"turn": number, "taken_back": 0, "action": action, "nonce": secrets.token_hex(32)}
        return self.request("POST", f"{path}/choice", {**body, "key": key or secrets.token_hex(8)}, secret)
