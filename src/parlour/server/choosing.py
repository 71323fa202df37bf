"""Choices: sealed, revealed together, on a clock if there is one. Every function runs inside one transaction."""

from __future__ import annotations

import json
from typing import NamedTuple

from parlour.games.errors import IllegalAction
from parlour.match.commitments import Choice, Slot, commitment
from parlour.server.rows import DecisionRow, MatchRow, SealedRow, SeatRow
from parlour.server.seals import LostKey, SealKey
from parlour.server.store.transaction import Transaction
from parlour.server.table import COMPUTER, NOBODY, TAKE_BACK, Illegal, Refused, Table, load


class Request(NamedTuple):
    """A choice as it arrives."""

    round: int
    undone: int
    action: int
    nonce: bytes
    key: str  # the same for a repeated request

    def __repr__(self) -> str:
        return "<a choice>"  # it must never reach a log


def choose(tx: Transaction, match_id: str, seat: int, request: Request, key: SealKey, now: int) -> str:
    """Seal a choice; play the decision if it is the last one. Returns the answer, which never tells the choice."""
    table = load(tx, match_id)
    known = tx.answer(match_id, seat, request.key)
    if known is not None:
        return known
    check_time(table, now)
    computer = table.seats[seat].kind == COMPUTER
    if table.over:
        raise Refused("the match is over")
    if (request.round, request.undone) != (table.round, table.row.undone):
        raise Refused("this choice belongs to another round")
    if seat in table.chosen:
        raise Refused("you have already chosen in this round")
    if seat not in table.choosing:
        raise Refused("it is not your turn")
    if table.computers and not computer:
        raise Refused("the computer has not chosen yet; try again in a moment")
    try:
        action = table.match.game.checked_action(table.match.state, seat, request.action)
    except IllegalAction:
        raise Illegal("this action is not legal now") from None
    slot = Slot(match_id, table.round, table.row.undone, seat)
    choice = Choice(action, request.nonce)
    seats = [on_clock(table, each, now) if each.seat == seat else each for each in table.seats]
    if table.row.clock:
        tx.save_seat(seats[seat])
    if len(table.choosing) > 1:
        tx.seal(SealedRow(*slot, commitment(slot, choice), key.seal(slot, choice)))
        row = tx.save_match(table.row, now)
    else:
        row = reveal(tx, table._replace(seats=seats), {seat: choice}, key, now)
    answer = json.dumps({"sealed": True, "round": request.round, "undone": request.undone, "version": row.version})
    tx.keep_answer(match_id, seat, request.key, answer)
    return answer


def reveal(tx: Transaction, table: Table, choices: dict[int, Choice], key: SealKey, now: int) -> MatchRow:
    """Open the choices that were sealed before, together with the last one, and play the decision."""
    row = table.row
    try:
        for sealed in table.sealed:
            slot = Slot(sealed.match, sealed.round, sealed.undone, sealed.seat)
            choices[sealed.seat] = key.open(slot, sealed.box)
    except LostKey:  # the round is asked again
        tx.unseal(row.id)
        return tx.save_match(row._replace(undone=row.undone + 1, began=now), now)
    actions = [choices[seat].action for seat in table.match.to_act]
    table.match.decide((actions[0], actions[1]) if len(actions) == 2 else actions[0])
    nonces = " ".join(choices[seat].nonce.hex() if seat in choices else "" for seat in (0, 1))
    tx.add_decision(DecisionRow(row.id, table.round, row.undone, actions[0], actions[-1], nonces))
    tx.unseal(row.id)
    for seat in table.seats:
        if seat.offer == TAKE_BACK:
            tx.save_seat(seat._replace(offer=""))
    result = table.match.result
    if result.outcome == "running":
        return tx.save_match(row._replace(began=now), now)
    winner = NOBODY if result.winner is None else result.winner
    return tx.save_match(row._replace(outcome=result.outcome, winner=winner), now)


def on_clock(table: Table, seat: SeatRow, now: int) -> SeatRow:
    """A seat after it has chosen: its clock has run since the decision began."""
    left = seat.clock - max(0, now - table.row.began) + table.row.increment
    return seat._replace(clock=left) if table.row.clock else seat


def time_left(table: Table, seat: int, now: int) -> int:
    left = table.seats[seat].clock
    return left - max(0, now - table.row.began) if seat in table.choosing else left


def check_time(table: Table, now: int) -> None:
    """Refuse a choice that comes too late; `flag` ends the match."""
    if table.row.clock and any(time_left(table, seat, now) <= 0 for seat in table.choosing):
        raise Refused("the time is up")


def flag(tx: Transaction, match_id: str, now: int) -> None:
    """End a match in which somebody has run out of time; if both have, nobody wins."""
    table = load(tx, match_id)
    late = [seat for seat in table.choosing if table.row.clock and time_left(table, seat, now) <= 0]
    if late:
        winner = 1 - late[0] if len(late) == 1 else NOBODY
        outcome = "unfinished" if winner == NOBODY else "won"
        finish(tx, table.row._replace(outcome=outcome, winner=winner, reason="time"), now)


def resign(tx: Transaction, match_id: str, seat: int, now: int) -> None:
    table = load(tx, match_id)
    if table.over:
        raise Refused("the match is over")
    finish(tx, table.row._replace(outcome="won", winner=1 - seat, reason="resigned"), now)


def finish(tx: Transaction, row: MatchRow, now: int) -> None:
    """End a match. What is still sealed is removed and never opened."""
    tx.unseal(row.id)
    tx.save_match(row, now)
