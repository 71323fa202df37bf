"""SIGTERM ends the server at once, whoever is connected and whatever is being solved, and loses nothing."""

from __future__ import annotations

import subprocess
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx2
import pytest
from server.serving import HOST, Process, new_party, wait_until
from websockets.exceptions import ConnectionClosed

from parlour.server.matches.views import PROTOCOL

RESTART = 1012  # the code of WebSockets that says: come back later
LARGE = {"game": "tower-siege", "rules": {"tower": 60}}  # takes longer to solve than anybody may ask for


def stopped(server: Process) -> tuple[int, float]:
    """The exit code, and how many seconds it took."""
    began = time.monotonic()
    server.process.terminate()
    return server.ended(30), time.monotonic() - began


def test_open_streams_and_sockets_do_not_hold_it_up(database: str, tmp_path: Path) -> None:
    server = Process(tmp_path, database).ready()
    party = new_party(server.url)
    body = {"name": "Bob", "games": ["tower-siege"], "protocol": PROTOCOL}
    with (
        party.first.socket() as socket,
        party.second.stream() as lines,
        httpx2.Client(base_url=server.url).stream("POST", "/api/bots", json=body) as bot,
    ):
        socket.recv(30)
        next(lines)
        matches = bot.iter_lines()
        next(matches)
        assert party.first.choose(5).status_code == 200
        code, seconds = stopped(server)
        assert (code, server.log.read_text().splitlines()[1:]) == (0, [])
        assert seconds < 1.5
        with pytest.raises(ConnectionClosed) as closed:
            wait_until(lambda: not socket.recv(30))
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == RESTART
        assert not [line for line in matches if line]
        assert all(lines)  # whole views, and then a proper end
    again = Process(tmp_path, database).ready()
    party.first.http.base_url = again.url
    assert party.first.view()["match"]["seats"][0]["chosen"]


def test_a_solver_at_work_does_not_hold_it_up(tmp_path: Path) -> None:
    """Whoever waits for the solution is told to try again."""
    server = Process(tmp_path, str(tmp_path / "m.sqlite"), XDG_CACHE_HOME=str(tmp_path / "cache")).ready()
    with httpx2.Client(base_url=server.url, timeout=30) as http, ThreadPoolExecutor(1) as threads:
        waiting = threads.submit(http.post, "/api/explore", json=LARGE)
        time.sleep(1)  # the process of the solver starts, and compiles
        code, seconds = stopped(server)
        assert code == 0
        assert seconds < 2
        assert waiting.result().status_code == 503
    assert f"Parlour is at http://{HOST}" in server.log.read_text()
    assert "Traceback" not in server.log.read_text()


def test_a_server_that_is_killed_leaves_no_process_behind(tmp_path: Path) -> None:
    server = Process(tmp_path, str(tmp_path / "m.sqlite")).ready()
    with httpx2.Client(base_url=server.url, timeout=60) as http:
        assert http.post("/api/explore", json={"game": "color-capture"}).status_code == 200
    children = processes("--ppid", str(server.process.pid))
    assert children
    server.kill()
    wait_until(lambda: not processes("--pid", ",".join(children)))


def processes(*which: str) -> list[str]:
    """The numbers of the processes that run; one that has ended and that nobody asked about has the state Z."""
    listed = subprocess.run(["ps", "-o", "pid=,stat=", *which], capture_output=True, text=True, check=False).stdout
    return [number for number, state in map(str.split, listed.splitlines()) if not state.startswith("Z")]
