"""A match as it is stored, loaded as a `Match`. Loading runs inside one transaction.

No client may get anything that was loaded before the transaction is stored.
"""

import json
import re
from functools import lru_cache
from typing import NamedTuple

from parlour.games.catalogue import named_game
from parlour.games.game import Game
from parlour.games.line import Line
from parlour.match.match import HUMAN, Match
from parlour.match.record import finish
from parlour.server.cache import Cache
from parlour.server.errors import NotFound
from parlour.server.store.transaction import MatchRow, SealedRow, SeatRow, Transaction, TurnRow

PERSON, COMPUTER, BOT = "person", "computer", "bot"
TAKE_BACK, REMATCH = "take-back", "rematch"
OFFERS = (TAKE_BACK, REMATCH)
ID = re.compile(r"[A-Za-z0-9_-]{1,40}")

_lines: Cache[tuple[list[TurnRow], Line]] = Cache(2_000)  # so that a request does not replay its match


class StoredMatch(NamedTuple):
    """The rows of a match, and the line that they give."""

    row: MatchRow
    seats: list[SeatRow]
    turns: list[TurnRow]
    sealed: list[SealedRow]
    line: Line
    to_act: tuple[int, ...]  # the players of this turn, whether they have chosen or not

    def match(self) -> Match:
        """The match itself. Its sealed choices are not in it: only `choosing` opens them."""
        row = self.row
        match = Match.at(self.line, (self.seats[0].name or HUMAN, self.seats[1].name or HUMAN))
        match.taken_back = row.taken_back
        failure = {"player": 1 - row.winner, "reason": row.reason} if row.reason else None
        finish(match, {"outcome": row.outcome, "failure": failure})
        return match

    @property
    def game(self) -> Game:
        return self.line.game

    @property
    def turn(self) -> int:
        """The number of the current turn, from 1."""
        return len(self.line) + 1

    @property
    def over(self) -> bool:
        return bool(self.row.outcome)

    @property
    def waiting(self) -> bool:
        """Whether a player still has to open the link."""
        return not all(seat.taken for seat in self.seats)

    @property
    def chosen(self) -> set[int]:
        return {row.seat for row in self.sealed}

    @property
    def choosing(self) -> list[int]:
        """The seats that still have to choose."""
        if self.waiting:
            return []
        return [seat for seat in self.to_act if seat not in self.chosen]

    @property
    def computers(self) -> list[int]:
        """The computer players that still have to choose. They seal first: they cannot know a person's choice."""
        return [seat for seat in self.choosing if self.seats[seat].kind == COMPUTER]


def load(tx: Transaction, match_id: str) -> StoredMatch:
    row = tx.match(match_id) if ID.fullmatch(match_id) else None
    if row is None:
        raise NotFound("there is no such match")
    turns = tx.turns(match_id)
    line = line_of(game_of(row.game, row.rules), match_id, turns)
    to_act = () if row.outcome else line.to_act
    return StoredMatch(row, tx.seats(match_id), turns, tx.sealed(match_id), line, to_act)


@lru_cache(1_000)
def game_of(name: str, rules: str) -> Game:
    return named_game(name, **json.loads(rules))


def line_of(game: Game, match_id: str, turns: list[TurnRow]) -> Line:
    """The line of stored turns, whose choices were checked before they were stored."""
    known, line = _lines.get(match_id) or ([], Line(game))
    if turns == known:
        return line
    if turns[: len(known)] != known:  # some were taken back
        known, line = [], Line(game)
    for row in turns[len(known) :]:
        line = line.advance((row.first, row.second)[: len(line.to_act)])
    _lines.put(match_id, (turns, line))
    return line
