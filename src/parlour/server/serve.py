"""Starts the server: one process, one SQLite file, or several processes on PostgreSQL."""

import signal
import socket
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import uvicorn
from starlette.applications import Starlette

from parlour.games.errors import ParlourError, reason
from parlour.server import log, process_limits
from parlour.server.http.app import application
from parlour.server.http.monitor import LOOPBACK
from parlour.server.http.protocol import Connections, FrameProtocol, RequestProtocol
from parlour.server.limits import Budgets, Limit, limits_times
from parlour.server.live.worker import SECONDS
from parlour.server.matches.seals import SealKey, load_key
from parlour.server.store.sqlite import SQLiteStore
from parlour.server.store.store import Store
from parlour.user_folders import user_folder

SWITCH = 0.0005  # seconds; the store's thread gives way for every statement, and waits so long to go on
LARGEST_FRAME = 4096  # bytes; pages send nothing over their sockets
MOST_CONNECTIONS = 12_000
OTHER_FILES = 200  # that the process may have to open


class ServerSettings(NamedTuple):
    host: str
    port: int
    database: str  # a file, or the address of a PostgreSQL server
    key: Path
    hosts: list[str]  # names under which the server may be reached
    proxies: str  # addresses whose X-Forwarded headers are believed
    limits: float = 1.0  # what to multiply the limits for each address by
    seconds: float = SECONDS  # that solving a variant may take
    monitor: str = LOOPBACK  # networks that may look at health and metrics


def data_folder() -> Path:
    """Where the database is, unless the host says otherwise."""
    return user_folder("XDG_DATA_HOME", ".local", "share")


def sqlite_file(named: str | None) -> Path:
    """The file of the matches."""
    return Path(named) if named else data_folder() / "matches.sqlite"


def key_file() -> Path:
    """Not next to the database: a copy of one must not contain the other."""
    return user_folder("XDG_CONFIG_HOME", ".config") / "seal.key"


def is_postgres(database: str) -> bool:
    return database.startswith(("postgres://", "postgresql://"))


def arrives(database: str) -> bool:
    """Wait for a database server that is not there yet; False if the host does not want to wait."""
    if not is_postgres(database):
        return True
    from parlour.server.store.waiting import wait_for_postgres

    return wait_for_postgres(database)


def open_store(database: str) -> Store:
    if is_postgres(database):
        from parlour.server.store.postgres import PostgresStore

        return PostgresStore(database)
    return SQLiteStore(Path(database))


def serve(settings: ServerSettings, started: Callable[[], None]) -> None:
    """Serve until interrupted. `started` is called once the server answers."""
    process_limits.set_up()
    log.set_up()
    sys.setswitchinterval(SWITCH)
    key = load_key(settings.key)
    if not arrives(settings.database):
        return
    store = open_store(settings.database)
    try:
        signal.signal(signal.SIGTERM, lambda *_: None)  # uvicorn handles it, and raises it again when it has finished
        listening = sockets_at(settings.host, settings.port)
        server(store, key, settings, started).run(listening)
    finally:
        store.close()


def sockets_at(host: str, port: int) -> list[socket.socket]:
    """A socket for every address of the host; uvicorn would only log why there is none."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        return [socket.create_server(address, family=family) for family, _, _, _, address in found]
    except OSError as error:
        why = reason(error).partition(" (")[0]  # the rest repeats the address
        raise ParlourError(f"cannot listen on {host}, port {port}: {why}") from None


class WebServer(uvicorn.Server):
    """A server that says when it has started, and ends its streams when it stops.

    Streams never end by themselves, and uvicorn would wait for them.
    """

    def __init__(self, config: uvicorn.Config, started: Callable[[], None]) -> None:
        super().__init__(config)
        self._say_started = started

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._say_started()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        assert isinstance(self.config.app, Starlette)
        self.config.app.state.wind_down()
        await super().shutdown(sockets)


def server(
    store: Store, key: SealKey, settings: ServerSettings, started: Callable[[], None] = lambda: None
) -> WebServer:
    limits = limits_times(settings.limits)
    app = application(store, key, settings.hosts, Budgets(limits), settings.seconds, settings.monitor)
    app.state.connections = room_for(limits, settings.proxies)
    config = uvicorn.Config(
        app,
        host=settings.host,
        port=settings.port,
        http=RequestProtocol,
        ws=FrameProtocol,
        ws_max_size=LARGEST_FRAME,
        ws_per_message_deflate=False,  # compression tells lengths, and lengths tell choices
        access_log=False,
        log_config=None,
        log_level="warning",
        server_header=False,
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=settings.proxies or None,
        timeout_graceful_shutdown=3,
    )
    return WebServer(config, started)


def room_for(limits: dict[str, Limit], proxies: str) -> Connections:
    """As many connections as there may be files. Those of a proxy are for it to limit: all have its address."""
    most = min(MOST_CONNECTIONS, process_limits.most_files() - OTHER_FILES)
    each = 2 * limits["open connections"].most  # streams and sockets, and as many that pages keep for a moment
    return Connections(most, most) if proxies else Connections(most, each, Budgets(limits))
