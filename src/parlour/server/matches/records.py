"""The record of a match that is over, from the rows of the store. Workers make it, because it replays the match."""

from collections.abc import Sequence
from typing import NamedTuple

from parlour.games.game import Game
from parlour.games.line import Line
from parlour.match.commitments import Voided
from parlour.match.match import HUMAN, Match
from parlour.match.record import dump, finish
from parlour.server.matches.past_turns import sealed_round
from parlour.server.store.transaction import GIVEN, MatchRow, SeatRow, TurnRow, VoidedRow


class FinishedMatch(NamedTuple):
    """Everything that a record is made from."""

    game: Game
    row: MatchRow
    seats: Sequence[SeatRow]
    turns: Sequence[TurnRow]
    voided: Sequence[VoidedRow]


def record_of(finished: FinishedMatch) -> str:
    """The record of a match that is over, with the openings of its commitments, and those that were never opened."""
    game, row, seats, turns, voided = finished
    line = Line(game)
    for turn in turns:
        line = line.advance((turn.first, turn.second)[: len(line.to_act)])
    match = Match.at(line, (seats[0].name or HUMAN, seats[1].name or HUMAN))
    match.taken_back = row.taken_back
    failure = {"player": 1 - row.winner, "reason": row.reason} if row.reason else None
    finish(match, {"outcome": row.outcome, "failure": failure})
    match.seals = {"match": row.id, "rounds": list(filter(None, map(sealed_round, turns)))}
    given = len([turn for turn in turns if turn.nonces == GIVEN])
    if given:
        match.seals["given"] = given  # the match began at a position: no choice that led to it was sealed
    if voided:
        match.seals["voided"] = [Voided(*each[1:])._asdict() for each in voided]
    return dump(match)
