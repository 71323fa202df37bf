"""Choices, sealed and revealed together, and how matches end. Every function runs inside one transaction."""

import json
from typing import NamedTuple

from parlour.games.errors import IllegalAction
from parlour.games.line import MAX_TURNS
from parlour.match.commitments import SealedChoice, Slot, commitment
from parlour.match.match import Match
from parlour.server import crash
from parlour.server.errors import Illegal, Refused
from parlour.server.matches.clocks import after_choice, on_time, out_of_time
from parlour.server.matches.offers import clear_offers
from parlour.server.matches.seals import LostKey, SealKey
from parlour.server.matches.stored import COMPUTER, StoredMatch, load
from parlour.server.store.transaction import NOBODY, MatchRow, SealedRow, Transaction, TurnRow


class ChoiceRequest(NamedTuple):
    turn: int
    taken_back: int
    action: int
    nonce: bytes
    key: str  # the same for a repeated request

    def __repr__(self) -> str:
        return "<a choice>"  # it must never reach a log


def choose(tx: Transaction, current: StoredMatch, seat: int, request: ChoiceRequest, key: SealKey, now: int) -> str:
    """Seal a choice; play the turn if it is the last one. Returns the answer, which never tells the choice."""
    match_id = current.row.id
    known = tx.answer(match_id, seat, request.key)
    if known is not None:
        return repeat(known, request)
    current = on_time(tx, current, now)
    check_request(current, seat, request, now)
    match = current.match()
    try:
        match.choose(seat, request.action)
    except IllegalAction:
        raise Illegal("this action is not legal now") from None
    slot = Slot(match_id, current.turn, current.row.taken_back, seat)
    choice = SealedChoice(request.action, request.nonce)
    own = after_choice(current, current.seats[seat]._replace(offer=""), now)  # it may have offered to take back
    if own != current.seats[seat]:
        tx.save_seat(own)
    if len(current.choosing) > 1:
        tx.add_sealed(SealedRow(*slot, commitment(slot, choice), key.encrypt(slot, choice)))
        row = tx.save_match(current.row._replace(began=now) if own.kind == COMPUTER else current.row, now)
    else:
        seats = [own if each.seat == seat else each for each in current.seats]
        row = reveal(tx, current._replace(seats=seats), match, {seat: choice}, key, now)
    content = {"sealed": True, "turn": request.turn, "taken_back": request.taken_back, "version": row.version}
    answer = json.dumps(content)
    tx.keep_answer(match_id, seat, request.key, answer)
    crash.point("before-commit")
    return answer


def repeat(answer: str, request: ChoiceRequest) -> str:
    """The answer to a request that was answered before; Refused if the key was used for another turn."""
    before = json.loads(answer)
    if (before["turn"], before["taken_back"]) != (request.turn, request.taken_back):
        raise Refused("this key belongs to a choice in another turn: make up a new one")
    return answer


def check_request(current: StoredMatch, seat: int, request: ChoiceRequest, now: int) -> None:
    """Refused if this seat cannot choose now. Nothing depends on the choice that was sealed before."""
    if current.over:
        raise Refused("the match is over")
    if current.waiting:
        raise Refused("the other player has not opened the link yet")
    if (request.turn, request.taken_back) != (current.turn, current.row.taken_back):
        raise Refused("this choice belongs to another turn")
    if seat in current.chosen:
        raise Refused("you have already chosen in this turn")
    if seat not in current.choosing:
        raise Refused("it is not your turn")
    if current.computers and current.seats[seat].kind != COMPUTER:
        raise Refused("the computer has not chosen yet; try again in a moment")
    if out_of_time(current, now):
        raise Refused("the time is up")


def reveal(
    tx: Transaction,
    current: StoredMatch,
    match: Match,
    choices: dict[int, SealedChoice],
    key: SealKey,
    now: int,
) -> MatchRow:
    """Open the choice that was sealed before, so that the match plays the turn. It has the last one already."""
    row = current.row
    try:
        for sealed in current.sealed:
            slot = Slot(sealed.match, sealed.turn, sealed.taken_back, sealed.seat)
            choices[sealed.seat] = key.decrypt(slot, sealed.box)
            match.choose(sealed.seat, choices[sealed.seat].action)
    except LostKey:  # the players are asked again
        tx.remove_sealed(row.id)
        return tx.save_match(row._replace(taken_back=row.taken_back + 1, began=now), now)
    nonces = " ".join(choices[seat].nonce.hex() if seat in choices else "" for seat in (0, 1))
    played = match.line.choices[-1]
    tx.add_turn(TurnRow(row.id, current.turn, row.taken_back, played[0], played[-1], nonces))
    clear_offers(tx, current)
    if match.result.outcome != "running":
        return finish(tx, row, match, "", now)
    if len(match.line) >= MAX_TURNS:
        match.stop()
        return finish(tx, row, match, "limit", now)
    tx.remove_sealed(row.id)
    return tx.save_match(row._replace(began=now), now)


def flag(tx: Transaction, match_id: str, now: int) -> None:
    """End a match in which a player has run out of time; if both have, neither wins."""
    current = on_time(tx, load(tx, match_id), now)
    late = out_of_time(current, now)
    if late:
        match = current.match()
        match.concede(late[0], "time") if len(late) == 1 else match.stop()
        finish(tx, current.row, match, "time", now)


def resign(tx: Transaction, current: StoredMatch, seat: int, now: int) -> None:
    if current.over:
        raise Refused("the match is over")
    match = current.match()
    match.concede(seat, "resigned")
    finish(tx, current.row, match, "resigned", now)


def finish(tx: Transaction, row: MatchRow, match: Match, reason: str, now: int) -> MatchRow:
    """Store the result of a match. Choices that are still sealed are removed and never opened."""
    result = match.result
    winner = NOBODY if result.winner is None else result.winner
    tx.remove_sealed(row.id)
    return tx.save_match(row._replace(outcome=result.outcome, winner=winner, reason=reason), now)
