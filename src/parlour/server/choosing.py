"""Choices: sealed, revealed together, on a clock if there is one. Every function runs inside one transaction."""

from __future__ import annotations

import json
from typing import NamedTuple

from parlour.games.contract import State
from parlour.games.errors import BadGame, IllegalAction
from parlour.match.commitments import SealedChoice, Slot, commitment
from parlour.server import crash, heartbeat
from parlour.server.rows import DecisionRow, MatchRow, SealedRow, SeatRow
from parlour.server.seals import LostKey, SealKey
from parlour.server.store.transaction import Transaction
from parlour.server.table import COMPUTER, NOBODY, TAKE_BACK, Illegal, Refused, Table, load

MOST_DECISIONS = 1_000  # then the match is stopped, which counts as a draw (END-1)


class Request(NamedTuple):
    """A choice as it arrives."""

    round: int
    undone: int
    action: int
    nonce: bytes
    key: str  # the same for a repeated request

    def __repr__(self) -> str:
        return "<a choice>"  # it must never reach a log


def choose(tx: Transaction, table: Table, seat: int, request: Request, key: SealKey, now: int) -> str:
    """Seal a choice; play the decision if it is the last one. Returns the answer, which never tells the choice."""
    match_id = table.row.id
    known = tx.answer(match_id, seat, request.key)
    if known is not None:
        return repeated(known, request)
    table = on_time(tx, table, now)
    action = checked(table, seat, request, now)
    slot = Slot(match_id, table.round, table.row.undone, seat)
    choice = SealedChoice(action, request.nonce)
    own = on_clock(table, without_take_back(table.seats[seat]), now)
    if own != table.seats[seat]:
        tx.save_seat(own)
    if len(table.choosing) > 1:
        tx.seal(SealedRow(*slot, commitment(slot, choice), key.seal(slot, choice)))
        row = tx.save_match(table.row._replace(began=now) if own.kind == COMPUTER else table.row, now)
    else:
        seats = [own if each.seat == seat else each for each in table.seats]
        row = reveal(tx, table._replace(seats=seats), {seat: choice}, key, now)
    answer = json.dumps({"sealed": True, "round": request.round, "undone": request.undone, "version": row.version})
    tx.keep_answer(match_id, seat, request.key, answer)
    crash.point("before-commit")
    return answer


def repeated(answer: str, request: Request) -> str:
    """The answer to a request that was answered before; Refused if the key was used for another round."""
    before = json.loads(answer)
    if (before["round"], before["undone"]) != (request.round, request.undone):
        raise Refused("this key belongs to a choice in another round: make up a new one")
    return answer


def checked(table: Table, seat: int, request: Request, now: int) -> int:
    """The action of a request; Refused if it cannot be chosen now. Nothing depends on what was sealed before."""
    if table.over:
        raise Refused("the match is over")
    if table.waiting:
        raise Refused("the other player has not opened the link yet")
    if (request.round, request.undone) != (table.round, table.row.undone):
        raise Refused("this choice belongs to another round")
    if seat in table.chosen:
        raise Refused("you have already chosen in this round")
    if seat not in table.choosing:
        raise Refused("it is not your turn")
    if table.computers and table.seats[seat].kind != COMPUTER:
        raise Refused("the computer has not chosen yet; try again in a moment")
    if out_of_time(table, now):
        raise Refused("the time is up")
    try:
        return table.game.check_action(table.state, seat, request.action)
    except IllegalAction:
        raise Illegal("this action is not legal now") from None


def reveal(tx: Transaction, table: Table, choices: dict[int, SealedChoice], key: SealKey, now: int) -> MatchRow:
    """Open the choices that were sealed before, together with the last one, and play the decision."""
    row, game = table.row, table.game
    try:
        for sealed in table.sealed:
            slot = Slot(sealed.match, sealed.round, sealed.undone, sealed.seat)
            choices[sealed.seat] = key.open(slot, sealed.box)
    except LostKey:  # the round is asked again
        tx.unseal(row.id)
        return tx.save_match(row._replace(undone=row.undone + 1, began=now), now)
    actions = [choices[seat].action for seat in table.to_act]
    state: State = game.module.play(game.rules, table.state, actions[0], actions[-1])
    if not game.holds(state):
        raise BadGame(f"the rules of {game.name} leave their own bounds")  # the state would tell what was sealed
    nonces = " ".join(choices[seat].nonce.hex() if seat in choices else "" for seat in (0, 1))
    tx.add_decision(DecisionRow(row.id, table.round, row.undone, actions[0], actions[-1], nonces))
    tx.unseal(row.id)
    for seat in table.seats:
        if seat.offer == TAKE_BACK:
            tx.save_seat(without_take_back(seat))
    if game.is_over(state):
        winner = game.winner(state)
        outcome = "drawn" if winner is None else "won"
        return tx.save_match(row._replace(outcome=outcome, winner=NOBODY if winner is None else winner), now)
    if table.round >= MOST_DECISIONS:
        return tx.save_match(row._replace(outcome="unfinished", reason="limit"), now)
    return tx.save_match(row._replace(began=now), now)


def without_take_back(seat: SeatRow) -> SeatRow:
    """Who chooses, goes on; what was offered about an earlier decision is no longer meant."""
    return seat._replace(offer="") if seat.offer == TAKE_BACK else seat


def on_clock(table: Table, seat: SeatRow, now: int) -> SeatRow:
    """A seat after it has chosen: its clock has run since the decision began."""
    left = time_left(table, seat.seat, now) + table.row.increment
    return seat._replace(clock=left) if table.row.clock else seat


def time_left(table: Table, seat: int, now: int) -> int:
    left = table.seats[seat].clock
    return left - max(0, now - table.row.began) if is_running(table, seat) else left


def is_running(table: Table, seat: int) -> bool:
    """Whether a clock runs. None does until the computer has chosen: nobody else may choose before."""
    return seat in table.choosing and not table.computers


def out_of_time(table: Table, now: int) -> list[int]:
    if not table.row.clock:
        return []
    return [seat for seat in table.choosing if time_left(table, seat, now) <= 0]


def on_time(tx: Transaction, table: Table, now: int) -> Table:
    """Before anybody can lose on time: let the clocks stand still for an outage that has just ended."""
    return load(tx, table.row.id) if table.row.clock and heartbeat.catch_up(tx, now) else table


def flag(tx: Transaction, match_id: str, now: int) -> None:
    """End a match in which somebody has run out of time; if both have, nobody wins."""
    table = on_time(tx, load(tx, match_id), now)
    late = out_of_time(table, now)
    if late:
        winner = 1 - late[0] if len(late) == 1 else NOBODY
        outcome = "unfinished" if winner == NOBODY else "won"
        finish(tx, table.row._replace(outcome=outcome, winner=winner, reason="time"), now)


def resign(tx: Transaction, table: Table, seat: int, now: int) -> None:
    if table.over:
        raise Refused("the match is over")
    finish(tx, table.row._replace(outcome="won", winner=1 - seat, reason="resigned"), now)


def finish(tx: Transaction, row: MatchRow, now: int) -> None:
    """End a match. What is still sealed is removed and never opened."""
    tx.unseal(row.id)
    tx.save_match(row, now)
