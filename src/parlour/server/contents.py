"""Reads JSON objects with suspicion: everything that may be in a request. The workers read some of them, too."""

import json
import re
import secrets
from typing import Any

from parlour.games.catalogue import named_game
from parlour.games.errors import ParlourError
from parlour.games.game import Game
from parlour.games.line import MAX_TURNS, Line
from parlour.match.commitments import NONCE_BYTES
from parlour.match.record import without_duplicates
from parlour.players.names import clean_name
from parlour.players.roster import player_names
from parlour.server.errors import BadRequest
from parlour.server.matches.seals import fresh_nonce
from parlour.server.matches.seats import NewMatch, NewSeat, fresh_secret
from parlour.server.matches.stored import BOT, COMPUTER, OFFERS, PERSON
from parlour.server.matches.views import PROTOCOL

LARGEST_NUMBER = 2**31 - 1
MOST_RULES = 20  # parameters
LONGEST_CLOCK = 24 * 60  # minutes
LONGEST_INCREMENT = 600  # seconds
SEATS = ("first", "second", "random")
FRIEND = "friend"  # an opponent who gets a link
BOT_PREFIX = "bot:"  # of the name of a connected bot
OWN = re.compile(r"[A-Za-z0-9_-]{22,100}")


def refuse_constant(name: str) -> Any:
    raise ValueError(name)


DECODER = json.JSONDecoder(object_pairs_hook=without_duplicates, parse_constant=refuse_constant)


def object_in(data: bytes) -> dict[str, Any]:
    """The JSON object in a body."""
    try:
        content = DECODER.decode(data.decode("utf-8"))
    except (ValueError, RecursionError):
        raise BadRequest("this is not valid JSON") from None
    if not isinstance(content, dict):
        raise BadRequest("send a JSON object")
    return content


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
    """The name of a person; empty for one who gives none."""
    name = content.get("name", "")
    if not isinstance(name, str):
        raise BadRequest("name must be a text")
    try:
        return clean_name(name) if name.strip(" ") else ""
    except ParlourError as error:
        raise BadRequest(str(error)) from None


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


def turns_in(content: dict[str, Any]) -> list[Any]:
    """The turns that lead to a position, each a list of its choices, not checked yet: `[[2], [2, 3]]`."""
    if "decisions" in content:
        raise BadRequest(f"protocol {PROTOCOL} calls decisions turns: send turns, a list of choices for each")
    given = content.get("turns", [])
    if not isinstance(given, list) or len(given) > MAX_TURNS:
        raise BadRequest(f"turns must be a list of at most {MAX_TURNS}")
    return given


def line_in(content: dict[str, Any]) -> Line:
    """A game after some turns. It takes long to check a thousand of them, so only the workers do."""
    return check_line(game_in(content), turns_in(content))


def check_line(game: Game, turns: list[Any]) -> Line:
    try:
        return Line(game, turns)
    except (ParlourError, TypeError):
        raise BadRequest("these turns cannot be played") from None


def new_match_in(content: dict[str, Any], creator: str) -> tuple[NewMatch, int]:
    """The match that a client wants, without the turns before it, and the client's seat in it."""
    game = game_in(content)
    if not game.to_act(game.start()):
        raise BadRequest("with these rules, the game is over before it begins")
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
    seats, (clock, increment) = (other, own) if seat else (own, other), clock_in(content)
    new = NewMatch(
        game, seats, fresh_secret(), creator, public=flag(content, "public"), clock=clock, increment=increment
    )
    return new, seat
