"""Reads requests with suspicion: who sends them, small JSON bodies, and everything that may be in these."""

import asyncio
import json
import re
import secrets
from ipaddress import ip_network
from typing import Any

from starlette.requests import HTTPConnection, Request

from parlour.games.catalogue import named_game
from parlour.games.errors import ParlourError
from parlour.games.game import Game
from parlour.games.line import MAX_TURNS, Line
from parlour.match.commitments import NONCE_BYTES
from parlour.match.record import without_duplicates
from parlour.players.roster import player_names
from parlour.server.errors import BadRequest, NotAllowed, TooLong, WrongType
from parlour.server.live.keeper import Keeper
from parlour.server.matches.seals import fresh_nonce
from parlour.server.matches.seats import NewMatch, NewSeat, fresh_secret
from parlour.server.matches.stored import BOT, COMPUTER, OFFERS, PERSON
from parlour.server.matches.views import PROTOCOL

LARGEST = 64 * 1024  # bytes of a body, unless it is a record
PATIENCE = 10.0  # seconds for a whole body
LARGEST_NUMBER = 2**31 - 1
MOST_RULES = 20  # parameters
LONGEST_CLOCK = 24 * 60  # minutes
LONGEST_INCREMENT = 600  # seconds
SEATS = ("first", "second", "random")
FRIEND = "friend"  # an opponent who gets a link
BOT_PREFIX = "bot:"  # of the name of a connected bot
OWN = re.compile(r"[A-Za-z0-9_-]{22,100}")


def address_of(connection: HTTPConnection) -> str:
    """Who asks, for limits."""
    return network_of(connection.client)


def spend(keeper: Keeper, what: str, connection: HTTPConnection) -> None:
    """Count one more for the address of a client; TooMany if nothing is left."""
    keeper.budgets.spend(what, address_of(connection), keeper.clock.now())


def network_of(peer: tuple[str, int] | None) -> str:
    """One household has a whole network of IPv6 addresses, so these count together."""
    host = peer[0] if peer else "unknown"
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


def refuse_constant(name: str) -> Any:
    raise ValueError(name)


DECODER = json.JSONDecoder(object_pairs_hook=without_duplicates, parse_constant=refuse_constant)


async def body_of(request: Request, largest: int = LARGEST) -> dict[str, Any]:
    """The JSON object in a request."""
    check_origin(request)
    if request.headers.get("content-type", "").split(";")[0].strip() != "application/json":
        raise WrongType("send JSON, with the content type application/json")
    if request.headers.get("content-encoding"):
        raise WrongType("send the body without compression")
    data = await read(request, largest)
    try:
        content = DECODER.decode(data.decode("utf-8"))
    except (ValueError, RecursionError):
        raise BadRequest("this is not valid JSON") from None
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


def check_origin(connection: HTTPConnection) -> None:
    """Refuse requests of another site's page with our cookies. Programs send no origin, and must bring a token."""
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
    return text(content, "name", 30, "").strip()


def kind_in(content: dict[str, Any]) -> str:
    kind = text(content, "kind")
    if kind not in OFFERS:
        raise BadRequest(f"kind must be one of {', '.join(OFFERS)}")
    return kind


def at_in(content: dict[str, Any]) -> tuple[int, int]:
    """The number of the turn that a request belongs to, and how often turns were taken back before."""
    return whole(content, "turn", 1, LARGEST_NUMBER), whole(content, "taken_back", 0, LARGEST_NUMBER)


def nonce_in(content: dict[str, Any]) -> bytes:
    """The client's nonce; a bot that sends none gets one."""
    if "nonce" not in content:
        return fresh_nonce()
    try:
        nonce = bytes.fromhex(text(content, "nonce", 2 * NONCE_BYTES))
    except ValueError:
        nonce = b""
    if len(nonce) != NONCE_BYTES:
        raise BadRequest(f"nonce must be {NONCE_BYTES} bytes in hexadecimal")
    return nonce


def own_in(content: dict[str, Any]) -> str:
    """The secret that a client makes up for its seat; one that sends none gets one."""
    if "own" not in content:
        return fresh_secret()
    own = text(content, "own", 100)
    if not OWN.fullmatch(own):
        raise BadRequest("own must be a secret of 22 to 100 letters, digits, dashes and underscores")
    return own


def game_in(content: dict[str, Any]) -> Game:
    rules = content.get("rules", {})
    if not isinstance(rules, dict) or len(rules) > MOST_RULES:
        raise BadRequest("rules must be an object of parameters")
    try:
        return named_game(text(content, "game"), **rules)
    except (ParlourError, TypeError) as error:
        raise BadRequest(str(error)) from None


def seat_in(content: dict[str, Any]) -> int:
    seat = text(content, "seat", 10, "random")
    if seat not in SEATS:
        raise BadRequest(f"seat must be one of {', '.join(SEATS)}")
    return secrets.randbelow(2) if seat == "random" else SEATS.index(seat)


def clock_in(content: dict[str, Any]) -> tuple[int, int]:
    """Milliseconds at the start and for each choice."""
    clock = content.get("clock")
    if clock is None:
        return 0, 0
    if not isinstance(clock, dict):
        raise BadRequest("clock must be an object with minutes and increment")
    minutes = whole(clock, "minutes", 1, LONGEST_CLOCK)
    return minutes * 60_000, whole(clock, "increment", 0, LONGEST_INCREMENT, 0) * 1_000


def line_in(game: Game, content: dict[str, Any]) -> Line:
    """The turns that lead to a position, each a list of its choices: `[[2], [2, 3]]`."""
    if "decisions" in content:
        raise BadRequest(f"protocol {PROTOCOL} calls decisions turns: send turns, a list of choices for each")
    given = content.get("turns", [])
    if not isinstance(given, list) or len(given) > MAX_TURNS:
        raise BadRequest(f"turns must be a list of at most {MAX_TURNS}")
    try:
        return Line(game, given)
    except (ParlourError, TypeError):
        raise BadRequest("these turns cannot be played") from None


def new_match_in(content: dict[str, Any]) -> tuple[NewMatch, int]:
    """The match that a client wants, and the client's seat in it."""
    line = line_in(game_in(content), content)
    if not line.to_act:
        raise BadRequest("the game is over after these turns")
    opponent = text(content, "opponent", 30, FRIEND)
    bot = opponent.removeprefix(BOT_PREFIX) if opponent.startswith(BOT_PREFIX) else ""
    if opponent in player_names():
        other = NewSeat(COMPUTER, opponent, "", True)
    elif bot or opponent == FRIEND:
        other = NewSeat(BOT if bot else PERSON, bot, fresh_secret(), False)
    else:
        raise BadRequest(f"opponent must be {FRIEND}, {BOT_PREFIX}NAME or one of {', '.join(player_names())}")
    seat = seat_in(content)
    own = NewSeat(PERSON, name_in(content), fresh_secret(), True)
    seats = (other, own) if seat else (own, other)
    return NewMatch(line, seats, fresh_secret(), flag(content, "public"), *clock_in(content)), seat
