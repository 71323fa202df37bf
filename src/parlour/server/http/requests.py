"""Reads requests with suspicion: who sends them, and bodies that must be small."""

import asyncio
from typing import Any

from starlette.requests import HTTPConnection, Request

from parlour.server.contents import object_in
from parlour.server.errors import BadRequest, NotAllowed, TooLong, WrongType
from parlour.server.http.shares import give_up_turn, take_turn
from parlour.server.limits import network_of
from parlour.server.live.keeper import Keeper

SMALL = 4 * 1024  # bytes of most bodies
LARGEST = 32 * 1024  # bytes of a body with turns; a thousand fit in
PATIENCE = 10.0  # seconds for a whole body


def address_of(connection: HTTPConnection) -> str:
    """Who asks, for limits."""
    return network_of(connection.client)


def spend(keeper: Keeper, what: str, connection: HTTPConnection, amount: float = 1) -> None:
    """Count what the address of a client asks for; TooMany if nothing is left."""
    keeper.budgets.spend(what, address_of(connection), keeper.clock.now(), amount)


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


async def body_of(request: Request, largest: int = SMALL) -> dict[str, Any]:
    """The JSON object in a request."""
    return object_in(await bytes_of(request, largest))


async def bytes_of(request: Request, largest: int) -> bytes:
    """The body of a request that says that it is JSON."""
    check_origin(request)
    if request.headers.get("content-type", "").split(";")[0].strip() != "application/json":
        raise WrongType("send JSON, with the content type application/json")
    if request.headers.get("content-encoding"):
        raise WrongType("send the body without compression")
    give_up_turn(request)
    data = await read(request, largest)
    await take_turn(request)
    return data


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


def check_origin(connection: HTTPConnection) -> None:
    """Refuse requests of another site's page with our cookies. Programs send no origin, and must bring a token."""
    origin = connection.headers.get("origin")
    if origin is not None and origin.partition("://")[2] != connection.headers.get("host"):
        raise NotAllowed("requests from other sites are not allowed")
    if connection.headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        raise NotAllowed("requests from other sites are not allowed")
