"""A server that sends control characters to `parlour bot`, in each text that the bot could print."""

from __future__ import annotations

import json
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

import pytest

from parlour.bots.witness import PROTOCOL
from parlour.cli.main import run

HOSTILE = "\x1b]0;owned\x07\u202e\nparlour: all is well"
SHOWN = r"\x1b]0;owned\x07\u202e\nparlour: all is well"
SEATS = [{"chosen": False, "commitment": None, "offer": ""}] * 2
MATCH = {"id": "m", "game": "resource-war", "rules": {}, "turn": 1, "taken_back": 0, "next": "", "seats": SEATS}
MATCH |= {"protocol": PROTOCOL, "turns": [], "result": None}


def view(**changes: Any) -> dict[str, Any]:
    return {"you": {"seat": 0, "actions": None}, "times": {"connected": [True, True]}, "match": {**MATCH, **changes}}


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: HostileServer

    def do_GET(self) -> None:  # the name that http.server asks for
        self._answer(*self.server.answers["GET"])

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        self._answer(*self.server.answers[self.path.rpartition("/")[2]])

    def _answer(self, status: int, content: dict[str, Any]) -> None:
        data = json.dumps(content).encode() + b"\n"
        self.send_response(status)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_: object) -> None:
        pass


class HostileServer(ThreadingHTTPServer):
    answers: dict[str, tuple[int, dict[str, Any]]]


@pytest.fixture
def server() -> Iterator[HostileServer]:
    hostile = HostileServer(("127.0.0.1", 0), Handler)
    hostile.answers = {"join": (200, {}), "GET": (200, view()), "bots": (200, {})}
    Thread(target=hostile.serve_forever, daemon=True).start()
    yield hostile
    hostile.shutdown()
    hostile.server_close()


def print_of(server: HostileServer, capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Everything that `parlour bot` prints, of which nothing may control the terminal or pretend to be a line."""
    address = f"http://127.0.0.1:{server.server_port}"
    where = ["--server", address] if arguments else [f"{address}/m/abc#s3cret"]
    assert run(["bot", *where, *arguments, "--player", "random"]) == 1
    text = "".join(capsys.readouterr())
    assert text.replace("\n", "").isprintable()
    assert "parlour: all is well" not in text.splitlines()
    return text


@pytest.mark.parametrize(
    ("place", "answer", "shown"),
    [
        ("join", (403, {"error": HOSTILE}), SHOWN),
        ("join", (200, {"secret": HOSTILE}), "a secret that cannot be in a link"),
        ("join", (200, {"secret": ["s"]}), "a secret that cannot be in a link"),
        ("GET", (404, {"error": HOSTILE}), SHOWN),
        ("GET", (200, view(protocol=HOSTILE)), r"\x1b]0;owned"),
        ("GET", (200, view(game=HOSTILE)), r"\x1b]0;owned"),
        ("GET", (200, view(rules={HOSTILE: 1})), r"\x1b]0;owned"),
        ("GET", (200, view(turn=1e999)), "cannot read"),
    ],
)
def test_a_link(
    server: HostileServer,
    capsys: pytest.CaptureFixture[str],
    place: str,
    answer: tuple[int, dict[str, Any]],
    shown: str,
) -> None:
    server.answers[place] = answer
    assert shown in print_of(server, capsys)


def test_the_reason_of_an_end(server: HostileServer, capsys: pytest.CaptureFixture[str]) -> None:
    server.answers["GET"] = (200, view(result={"winner": 1, "reason": HOSTILE}))
    assert run(["bot", f"http://127.0.0.1:{server.server_port}/m/abc#s3cret", "--player", "random"]) == 0
    text = capsys.readouterr().out
    assert SHOWN in text
    assert text.replace("\n", "").isprintable()


@pytest.mark.parametrize(
    ("answer", "shown"),
    [
        ((400, {"error": HOSTILE}), SHOWN),
        ((200, {"match": HOSTILE, "secret": "s"}), "a match or a secret that cannot be in a link"),
        ((200, {"match": "m", "secret": HOSTILE}), "a match or a secret that cannot be in a link"),
        ((200, {"match": "m"}), "a match or a secret that cannot be in a link"),
    ],
)
def test_an_offer(
    server: HostileServer, capsys: pytest.CaptureFixture[str], answer: tuple[int, dict[str, Any]], shown: str
) -> None:
    server.answers["bots"] = answer
    assert shown in print_of(server, capsys, "--name", "Max")
