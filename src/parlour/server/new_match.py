"""What somebody asks for who wants to play: a game, a variant, a seat, an opponent and perhaps a clock."""

from __future__ import annotations

import secrets
from typing import Any, NamedTuple

from parlour.games.catalogue import named_game
from parlour.games.errors import ParlourError
from parlour.games.game import Game
from parlour.match.match import Match
from parlour.players.roster import player_names
from parlour.server.requests import BadRequest, flag, name_in, text, whole
from parlour.server.table import BOT, COMPUTER, PERSON, NewMatch, NewSeat, fresh_secret

MOST_RULES = 20  # parameters
MOST_DECISIONS = 1_000
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


def wanted(content: dict[str, Any]) -> Wanted:
    game = game_in(content)
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
    new = NewMatch(
        game,
        (seats[0], seats[1]),
        fresh_secret(),
        public=flag(content, "public"),
        clock=clock,
        increment=increment,
        decisions=decisions_in(game, content),
    )
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
    """Milliseconds at the start and for each decision."""
    clock = content.get("clock")
    if clock is None:
        return 0, 0
    if not isinstance(clock, dict):
        raise BadRequest("clock must be an object with minutes and increment")
    minutes = whole(clock, "minutes", 1, LONGEST_CLOCK)
    return minutes * 60_000, whole(clock, "increment", 0, LONGEST_INCREMENT, 0) * 1_000


def decisions_of(game: Game, content: dict[str, Any]) -> Match:
    """A match after the decisions that lead to a position."""
    given = content.get("decisions", [])
    if not isinstance(given, list) or len(given) > MOST_DECISIONS:
        raise BadRequest(f"decisions must be a list of at most {MOST_DECISIONS}")
    match = Match(game)
    for decision in given:
        try:
            match.decide((decision[0], decision[1]) if isinstance(decision, list) and len(decision) == 2 else decision)
        except (ParlourError, TypeError):
            raise BadRequest("these decisions cannot be played") from None
    return match


def decisions_in(game: Game, content: dict[str, Any]) -> tuple[tuple[int, int], ...]:
    """Decisions that lead to the position to go on from."""
    match = decisions_of(game, content)
    if not match.to_act:
        raise BadRequest("the game is over after these decisions")
    return tuple(pair if isinstance(pair, tuple) else (pair, pair) for pair in match.decisions)
