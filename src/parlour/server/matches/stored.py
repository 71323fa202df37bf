"""A match as it is stored. Loading runs inside one transaction, and never replays a match: its states are stored.

No client may get anything that was loaded before the transaction is stored.
"""

import json
import re
from functools import lru_cache
from typing import NamedTuple

from parlour.games.catalogue import named_game
from parlour.games.contract import State
from parlour.games.game import Game
from parlour.games.line import Choices, next_state
from parlour.match.match import Failure, Result, result_of
from parlour.server.errors import NotFound
from parlour.server.store.transaction import NOBODY, MatchRow, SealedRow, SeatRow, Transaction, TurnRow

PERSON, COMPUTER, BOT = "person", "computer", "bot"
OPENED, PLAYED = 1, 2  # what a player has done who has taken a seat
TAKE_BACK, REMATCH = "take-back", "rematch"
OFFERS = (TAKE_BACK, REMATCH)
ID = re.compile(r"[A-Za-z0-9_-]{1,40}")


class StoredMatch(NamedTuple):
    """A match without its past turns."""

    row: MatchRow
    seats: list[SeatRow]
    sealed: list[SealedRow]
    game: Game
    state: State
    turn: int  # the number of the current turn, from 1
    to_act: tuple[int, ...]  # the players of this turn, whether they have chosen or not
    waiting: bool  # whether a player still has to open the link
    chosen: set[int]
    choosing: list[int]  # the seats that still have to choose

    @property
    def over(self) -> bool:
        return bool(self.row.outcome)

    @property
    def computers(self) -> list[int]:
        """The computer players that still have to choose. They seal first: they cannot know a person's choice."""
        return [seat for seat in self.choosing if self.seats[seat].kind == COMPUTER]

    @property
    def result(self) -> Result:
        row = self.row
        if row.outcome == "unfinished":
            return Result("unfinished")
        if row.outcome and row.reason and row.winner != NOBODY:
            return Result("won", row.winner, Failure(1 - row.winner, row.reason))
        return result_of(self.game, self.state)


def load(tx: Transaction, match_id: str) -> StoredMatch:
    row = tx.match(match_id) if ID.fullmatch(match_id) else None
    if row is None:
        raise NotFound("there is no such match")
    game, last = game_of(row.game, row.rules), tx.last_turn(match_id)
    if last and not last.state:
        last = add_states(tx, game, tx.turns(match_id))
    state, turn = (unpack(game, last.state), last.number + 1) if last else (game.start(), 1)
    seats, sealed = tx.seats(match_id), tx.sealed(match_id)
    to_act, waiting = () if row.outcome else game.to_act(state), not all(seat.taken for seat in seats)
    chosen = {each.seat for each in sealed}
    choosing = [] if waiting else [seat for seat in to_act if seat not in chosen]
    return StoredMatch(row, seats, sealed, game, state, turn, to_act, waiting, chosen, choosing)


@lru_cache(1_000)
def game_of(name: str, rules: str) -> Game:
    return named_game(name, **json.loads(rules))


def pack(state: State) -> str:
    return json.dumps(list(state), separators=(",", ":"))


def unpack(game: Game, text: str) -> State:
    state: State = game.module.State(*json.loads(text))
    return state


def add_states(tx: Transaction, game: Game, turns: list[TurnRow]) -> TurnRow:
    """Store the states of a match from a Parlour that did not store them. Returns its last turn."""
    state = game.start()
    for number, row in enumerate(turns):
        state = next_state(game, state, (row.first, row.second)[: len(game.to_act(state))])
        turns[number] = row._replace(state=pack(state))
    tx.keep_states(turns)
    return turns[-1]


def past_choices(tx: Transaction, current: StoredMatch) -> tuple[Choices, ...]:
    """The choices of all past turns."""
    before, choices = current.game.start(), list[Choices]()
    for row in tx.turns(current.row.id):
        choices.append((row.first, row.second)[: len(current.game.to_act(before))])
        before = unpack(current.game, row.state)
    return tuple(choices)


def state_after(tx: Transaction, current: StoredMatch, number: int) -> State:
    """The state after so many turns; the last one if there are fewer."""
    if number >= current.turn - 1:
        return current.state
    rows = tx.turns(current.row.id, number, 1) if number else []
    return unpack(current.game, rows[0].state) if rows else current.game.start()
