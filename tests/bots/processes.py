"""A real server in a process of its own, and a network between it and a bot that misbehaves as real ones do."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from http.client import HTTPConnection, HTTPException
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Lock, Thread
from typing import Any

from parlour.bots.client import Link

PATIENCE = 60.0  # seconds
TESTS = Path(__file__).parent.parent


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
        return port


class ServerProcess:
    """`parlour serve` on a free port, which it keeps when it starts again."""

    def __init__(self, folder: Path) -> None:
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self._folder = folder
        self.start()

    def start(self) -> None:
        serve = [sys.executable, "-m", "parlour", "serve", "--port", str(self.port)]
        files = ["--database", str(self._folder / "data" / "matches.sqlite"), "--key", str(self._folder / "seal.key")]
        paths = os.pathsep.join([str(TESTS), *filter(None, [os.environ.get("PYTHONPATH")])])  # for the sixth game
        environment = {**os.environ, "PYTHONPATH": paths}
        self.process = subprocess.Popen([*serve, *files], stdout=subprocess.DEVNULL, env=environment)
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            try:
                self.get("/api/limits")
            except OSError:
                time.sleep(0.05)
            else:
                return
            assert self.process.poll() is None, "the server did not start"
        self.kill()
        raise AssertionError("the server did not answer")

    def kill(self) -> None:
        os.kill(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait()

    def get(self, path: str, secret: str = "") -> Any:
        return self._ask("GET", path, None, secret)

    def post(self, path: str, body: dict[str, Any], secret: str = "") -> Any:
        return self._ask("POST", path, body, secret)

    def new_match(self, game: str, **wanted: Any) -> list[Link]:
        """The links of a new match: both seats, in order."""
        created = self.post("/api/matches", {"game": game, "seat": "first", **wanted})
        links = [created["links"][who] for who in ("you", "other") if who in created["links"]]
        return [Link(self.address, created["id"], link.partition("#")[2]) for link in links]

    def join(self, link: Link) -> Link:
        """Take the seat of an invitation; returns the seat's own link."""
        joined = self.post(f"/api/matches/{link.match}/join", {"secret": link.secret})
        return link._replace(secret=joined.get("secret", link.secret))

    def _ask(self, method: str, path: str, body: dict[str, Any] | None, secret: str) -> Any:
        connection = HTTPConnection("127.0.0.1", self.port, timeout=30)
        try:
            headers = {"Authorization": f"Bearer {secret}", "Content-Type": "application/json"}
            connection.request(method, path, json.dumps(body) if body is not None else None, headers)
            return json.loads(connection.getresponse().read())
        finally:
            connection.close()


def url(link: Link, server: str | None = None) -> str:
    return f"{server or link.server}/m/{link.match}#{link.secret}"


Change = Callable[[dict[str, Any]], dict[str, Any]]


class Network:
    """Passes everything on to a server, and changes the views, cuts streams and loses answers as it is told."""

    def __init__(
        self, port: int, change: Change = lambda view: view, cut_after: int = 10**9, lost: int = 0, busy: int = 0
    ) -> None:
        self.port, self.change, self.cut_after = port, change, cut_after
        self.lost, self.busy = lost, busy  # how many answers to choices are lost; how many requests are put off
        self.streams = 0  # how many were opened
        self.choices: list[dict[str, Any]] = []  # as they arrived
        self.lock = Lock()
        handler = type("Handler", (Passing,), {"network": self})
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self.address = f"http://127.0.0.1:{self._server.server_port}"
        Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


class Passing(BaseHTTPRequestHandler):
    network: Network

    def do_GET(self) -> None:  # the name that http.server asks for
        network = self.network
        with network.lock:
            network.streams += 1
        upstream = HTTPConnection("127.0.0.1", network.port, timeout=30)
        try:
            upstream.request("GET", self.path, headers={"Authorization": self.headers["Authorization"]})
            response = upstream.getresponse()
            self.send_response(response.status)
            self.end_headers()
            for _ in range(network.cut_after):
                line = response.readline()
                changed = json.dumps(network.change(json.loads(line))) + "\n" if line.strip() else line.decode()
                self.wfile.write(changed.encode())
                if not line:
                    return
        except (OSError, HTTPException):
            return
        finally:
            upstream.close()

    def do_POST(self) -> None:
        network = self.network
        body = self.rfile.read(int(self.headers["Content-Length"]))
        is_choice = self.path.endswith("/choice")
        with network.lock:
            busy = network.busy > 0
            network.busy -= busy
            lost = is_choice and not busy and network.lost > 0
            network.lost -= lost
            if is_choice and not busy:
                network.choices.append(json.loads(body))
        if busy:
            self.send_response(429)
            self.send_header("Retry-After", "0")
            self.end_headers()
            return
        upstream = HTTPConnection("127.0.0.1", network.port, timeout=30)
        headers = {name: self.headers[name] for name in ("Authorization", "Content-Type")}
        upstream.request("POST", self.path, body, headers)
        response = upstream.getresponse()
        data = response.read()
        upstream.close()
        if lost:
            return  # the server has stored it, and the bot does not know
        self.send_response(response.status)
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_: object) -> None:
        pass
