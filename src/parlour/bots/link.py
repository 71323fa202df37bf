"""Links to a seat: http://host/m/MATCH#SECRET."""

from __future__ import annotations

import re
from typing import NamedTuple
from urllib.parse import urlsplit

from parlour.games.errors import ParlourError


class BadLink(ParlourError):
    """A text is not the link of a seat, or not the address of a server."""


class Link(NamedTuple):
    server: str  # http://host:port
    match: str
    secret: str

    @property
    def url(self) -> str:
        return f"{self.server}/m/{self.match}#{self.secret}"

    def __repr__(self) -> str:
        return f"<a seat in {self.match}>"  # whoever has the secret has the seat


def parse_link(text: str) -> Link:
    parts = urlsplit(text.strip())
    match = re.fullmatch(r"/m/([A-Za-z0-9_-]+)", parts.path)
    if match is None or not re.fullmatch(r"[A-Za-z0-9_-]+", parts.fragment):
        raise BadLink("this is not the link of a seat: it looks like http://HOST/m/MATCH#SECRET")
    return Link(parse_server(f"{parts.scheme}://{parts.netloc}"), match[1], parts.fragment)


def parse_server(text: str) -> str:
    """The address of a server, without a slash at its end."""
    parts = urlsplit(text.strip())
    try:
        usable = parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port or 1) > 0
    except ValueError:  # the port is not a number
        usable = False
    if not usable or parts.path not in ("", "/") or parts.query or parts.fragment or parts.username:
        raise BadLink(f"{text!r} is not the address of a server: it looks like http://HOST or http://HOST:PORT")
    return f"{parts.scheme}://{parts.netloc}"
