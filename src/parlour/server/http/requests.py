"""Reads requests with suspicion: small JSON bodies, from our own page or from a bot, and who sends them."""

from __future__ import annotations

import asyncio
import json
from ipaddress import ip_network
from typing import Any

from starlette.requests import HTTPConnection, Request

from parlour.match.record import without_duplicates
from parlour.server.live.keeper import Keeper
from parlour.server.matches.stored import NotAllowed, Refused

LARGEST = 64 * 1024  # bytes of a body, unless it is a record
PATIENCE = 10.0  # seconds for a whole body
NAME_LENGTH = 30


class BadRequest(Refused):
    status = 400


class TooLong(Refused):
    status = 413


class WrongType(Refused):
    status = 415


async def body_of(request: Request, largest: int = LARGEST) -> dict[str, Any]:
    """The JSON object in a request."""
    check_origin(request)
    if request.headers.get("content-type", "").split(";")[0].strip() != "application/json":
        raise WrongType("send JSON, with the content type application/json")
    if request.headers.get("content-encoding"):
        raise WrongType("send the body without compression")
    content = parse(await read(request, largest))
    if not isinstance(content, dict):
        raise BadRequest("send a JSON object")
    return content


async def read(request: Request, largest: int) -> bytes:
    announced = request.headers.get("content-length", "0")
    if not announced.isdecimal() or int(announced[:20]) > largest:
        raise TooLong(f"send at most {largest} bytes")
    data = bytearray()
    try:
        async with asyncio.timeout(PATIENCE):
            async for part in request.stream():
                data += part
                if len(data) > largest:
                    raise TooLong(f"send at most {largest} bytes")
    except TimeoutError:
        raise BadRequest("the request did not arrive in time") from None
    return bytes(data)


def refuse_constant(name: str) -> Any:
    raise ValueError(name)


DECODER = json.JSONDecoder(object_pairs_hook=without_duplicates, parse_constant=refuse_constant)


def parse(data: bytes) -> Any:
    try:
        return DECODER.decode(data.decode("utf-8"))
    except (ValueError, RecursionError):
        raise BadRequest("this is not valid JSON") from None


def check_origin(connection: HTTPConnection) -> None:
    """Refuse what another site's page sends with our cookies. Programs send no origin, and must bring a token."""
    origin = connection.headers.get("origin")
    if origin is not None and origin.partition("://")[2] != connection.headers.get("host"):
        raise NotAllowed("requests from other sites are not allowed")
    if connection.headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        raise NotAllowed("requests from other sites are not allowed")


def text(content: dict[str, Any], field: str, longest: int = 200, default: str | None = None) -> str:
    value = content.get(field, default)
    if not isinstance(value, str) or len(value) > longest or not value.isprintable():
        raise BadRequest(f"{field} must be a text of at most {longest} plain characters")
    return value


def whole(content: dict[str, Any], field: str, lowest: int, highest: int, default: int | None = None) -> int:
    value = content.get(field, default)
    if not isinstance(value, int) or isinstance(value, bool) or not lowest <= value <= highest:
        raise BadRequest(f"{field} must be a whole number from {lowest} to {highest}")
    return value


def flag(content: dict[str, Any], field: str) -> bool:
    value = content.get(field, False)
    if not isinstance(value, bool):
        raise BadRequest(f"{field} must be true or false")
    return value


def name_in(content: dict[str, Any]) -> str:
    return text(content, "name", NAME_LENGTH, "").strip()


def address_of(connection: HTTPConnection) -> str:
    """Who asks, for limits."""
    return network_of(connection.client.host) if connection.client else "unknown"


def spend(keeper: Keeper, what: str, connection: HTTPConnection) -> None:
    """Count one more for the address of a client; TooMany if nothing is left."""
    keeper.budgets.spend(what, address_of(connection), keeper.clock.now())


def network_of(host: str) -> str:
    """One household has a whole network of IPv6 addresses, so these count together."""
    if ":" not in host:
        return host
    try:
        return str(ip_network((host.partition("%")[0], 64), strict=False))
    except ValueError:
        return "unknown"


def secret_of(connection: HTTPConnection) -> str:
    """The secret of a seat: from a bot's token, or from our cookie for this match. Never from the address."""
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        return token.strip()
    return connection.cookies.get(cookie_name(connection), "")


def is_secure(connection: HTTPConnection) -> bool:
    return connection.url.scheme in ("https", "wss")


def cookie_name(connection: HTTPConnection) -> str:
    """Each match has its own cookie, told apart by its path. Browsers accept the prefix only over HTTPS."""
    return "__Secure-parlour" if is_secure(connection) else "parlour"
