"""Links to a seat, and the connection to a server: requests and streams continue after the network was away.

A request may arrive twice, because an answer can get lost. That is safe for everything that a bot sends: the server
recognises a repeated choice by its key.
"""

import json
import re
import time
from collections.abc import Generator
from contextlib import closing
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection
from random import Random
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from parlour.games.errors import ParlourError, reason
from parlour.match.record import parse_object

TIMEOUT = 45.0  # seconds; a stream that is alive sends something every 15
PATIENCE = 600.0  # seconds without any answer
FIRST_PAUSE, LONGEST_PAUSE = 0.25, 15.0  # seconds between two attempts
LONGEST_WAIT = 300.0  # seconds that a server may ask for
LONGEST = 16 * 1024 * 1024  # bytes of an answer or a line
PART = "[A-Za-z0-9_-]+"  # a match or a secret in a link
TRY_AGAIN = (429, 502, 503, 504)  # too much, or a server that is starting again


class BadLink(ParlourError):
    """A text is not the link of a seat, or not the address of a server."""


class Link(NamedTuple):
    """The link to a seat: http://host/m/MATCH#SECRET."""

    server: str  # such as http://host:port
    match: str
    secret: str

    @property
    def url(self) -> str:
        return f"{self.server}/m/{self.match}#{self.secret}"

    def __repr__(self) -> str:
        return f"<a seat in {self.match}>"  # the secret is the seat


def parse_link(text: str) -> Link:
    """The link in a text, without the spaces around it. Raises BadLink if there is none."""
    found = re.fullmatch(rf"([^/?#]*//[^/?#]*)/m/({PART})(?:\?[^#]*)?#({PART})", text.strip())
    if found is None:
        raise BadLink("this is not the link of a seat: it looks like http://HOST/m/MATCH#SECRET")
    return Link(parse_server(found[1]), found[2], found[3])


def served_link(server: str, match: object, secret: object) -> Link:
    """The link of a match and a secret that a server sent. Raises BadLink if they cannot be in a link."""
    if not all(isinstance(part, str) and re.fullmatch(PART, part) for part in (match, secret)):
        raise BadLink("the server sent a match or a secret that cannot be in a link")
    return Link(server, str(match), str(secret))


def parse_server(text: str) -> str:
    """The address of a server, without a slash at its end."""
    try:
        parts = urlsplit(text.strip())
        bare = parts.path in ("", "/") and not (parts.query or parts.fragment or parts.username)
        if parts.scheme not in ("http", "https") or not parts.hostname or parts.port == 0 or not bare:
            raise ValueError
        HTTPConnection(parts.netloc)  # connects to nothing, but refuses characters that no host has
    except (ValueError, HTTPException):
        problem = f"{text!r} is not the address of a server: it looks like http://HOST or http://HOST:PORT"
        raise BadLink(problem) from None
    return f"{parts.scheme}://{parts.netloc}"


class Declined(ParlourError):
    """The server refused a request. `status` is that of HTTP."""

    def __init__(self, status: int, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status


class Unreachable(ParlourError):
    """The server did not answer for too long."""


class Server:
    """One server. Each thread needs its own, because requests share a connection."""

    def __init__(self, address: str) -> None:
        self.address = parse_server(address)
        self._known = False  # a server that has never answered is not waited for
        self._connection = self._connect()  # for all requests but streams; it opens itself when it is needed

    def call(self, method: str, path: str, body: dict[str, Any] | None = None, secret: str = "") -> dict[str, Any]:
        """The answer to a request, which is repeated until there is one."""
        attempts = Attempts(self.address)
        while True:
            try:
                response = self._ask(self._connection, method, path, body, secret)
                data = response.read(LONGEST)
                self._known = True
                if response.status not in TRY_AGAIN:
                    return content_of(response.status, data)
                attempts.wait(response)
            except (OSError, HTTPException) as error:
                self.close()
                attempts.fail(error, self._known)

    def stream(
        self, method: str, path: str, body: dict[str, Any] | None = None, secret: str = ""
    ) -> Generator[dict[str, Any]]:
        """Everything that a stream sends. It is opened again whenever it ends: only the caller knows when to stop."""
        attempts = Attempts(self.address)
        while True:
            with closing(self._connect()) as connection:
                try:
                    response = self._ask(connection, method, path, body, secret)
                    self._known = True
                    if response.status in TRY_AGAIN:
                        attempts.wait(response)
                        continue
                    if response.status != 200:
                        content_of(response.status, response.read(LONGEST))
                    while line := response.readline(LONGEST):
                        attempts.succeed()
                        if line.strip():
                            content = parse_object(line)
                            if content is None:
                                raise HTTPException("a line is not complete")
                            yield content
                    attempts.fail(None, True)
                except (OSError, HTTPException) as error:
                    attempts.fail(error, self._known)

    def close(self) -> None:
        self._connection.close()

    def _connect(self) -> HTTPConnection:
        parts = urlsplit(self.address)
        kind = HTTPSConnection if parts.scheme == "https" else HTTPConnection
        return kind(parts.netloc, timeout=TIMEOUT)

    def _ask(
        self, connection: HTTPConnection, method: str, path: str, body: dict[str, Any] | None, secret: str
    ) -> HTTPResponse:
        headers = {"Authorization": f"Bearer {secret}"} if secret else {}
        if body is not None:
            headers["Content-Type"] = "application/json"
        connection.request(method, path, None if body is None else json.dumps(body), headers)
        return connection.getresponse()


class Attempts:
    """How long to wait before the next attempt, and when to give up."""

    def __init__(self, address: str) -> None:
        self._address = address
        self.succeed()

    def succeed(self) -> None:
        self._pause, self._since = FIRST_PAUSE, time.monotonic()

    def fail(self, error: Exception | None, known: bool) -> None:
        if not known or time.monotonic() - self._since > PATIENCE:
            why = f": {reason(error)}" if error else ""
            raise Unreachable(f"{self._address} cannot be reached{why}")
        time.sleep(self._pause * Random().uniform(0.5, 1))  # not all bots at the same moment
        self._pause = min(2 * self._pause, LONGEST_PAUSE)

    def wait(self, response: HTTPResponse) -> None:
        """The server asked for a pause, so it is alive: waits the seconds in Retry-After, or a few."""
        self.succeed()
        text = response.headers.get("Retry-After", "")
        time.sleep(min(float(text), LONGEST_WAIT) if text.isdecimal() else 2.0)


def content_of(status: int, data: bytes) -> dict[str, Any]:
    """The object in an answer; raises Declined for one that is not a success."""
    content = parse_object(data)
    if status >= 300 or content is None:
        sentence = content.get("error") if content else None
        raise Declined(status, str(sentence or f"the server answered {status} without a reason"))
    return content
