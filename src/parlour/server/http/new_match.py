"""Requests for a new match: a game, its rules, a position, a seat, an opponent and perhaps a clock."""

from __future__ import annotations

import secrets
from typing import Any, NamedTuple

from parlour.games.catalogue import named_game
from parlour.games.errors import ParlourError
from parlour.games.game import Game
from parlour.games.line import MAX_TURNS, Line
from parlour.players.roster import player_names
from parlour.server.http.requests import BadRequest, flag, name_in, text, whole
from parlour.server.matches.seats import NewMatch, NewSeat, fresh_secret
from parlour.server.matches.stored import BOT, COMPUTER, PERSON
from parlour.server.matches.views import PROTOCOL

MOST_RULES = 20  # parameters
LONGEST_CLOCK = 24 * 60  # minutes
LONGEST_INCREMENT = 600  # seconds
SEATS = ("first", "second", "random")
FRIEND = "friend"  # an opponent who gets a link
BOT_PREFIX = "bot:"  # of the name of a connected bot


class Wanted(NamedTuple):
    new: NewMatch
    seat: int
    own_secret: str
    other_secret: str  # "" for a computer
    computer: str  # the name of the computer player, or ""
    bot: str  # the name of the bot, or ""


def read_wanted(content: dict[str, Any]) -> Wanted:
    line = line_in(game_in(content), content)
    if not line.to_act:
        raise BadRequest("the game is over after these turns")
    opponent = text(content, "opponent", 30, FRIEND)
    bot = opponent.removeprefix(BOT_PREFIX) if opponent.startswith(BOT_PREFIX) else ""
    if opponent != FRIEND and not bot and opponent not in player_names():
        raise BadRequest(f"opponent must be {FRIEND}, {BOT_PREFIX}NAME or one of {', '.join(player_names())}")
    computer = opponent if opponent in player_names() else ""
    seat = seat_in(content)
    own, other = fresh_secret(), "" if computer else fresh_secret()
    seats = [
        NewSeat(PERSON, name_in(content), own, True),
        NewSeat(BOT if bot else COMPUTER if computer else PERSON, computer or bot, other, bool(computer)),
    ]
    if seat == 1:
        seats.reverse()
    clock, increment = clock_in(content)
    new = NewMatch(line, (seats[0], seats[1]), fresh_secret(), flag(content, "public"), clock, increment)
    return Wanted(new, seat, own, other, computer, bot)


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
