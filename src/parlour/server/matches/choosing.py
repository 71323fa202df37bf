"""Choices, sealed and revealed together, and how matches end. Every function runs inside one transaction."""

import json
from typing import NamedTuple

from parlour.games.line import MAX_TURNS, next_state
from parlour.match.commitments import SealedChoice, Slot, commitment
from parlour.match.match import Result, result_of
from parlour.server import crash
from parlour.server.errors import Illegal, Refused
from parlour.server.matches.clocks import after_choice, on_time, out_of_time
from parlour.server.matches.offers import clear_offers
from parlour.server.matches.seals import LostKey, SealKey
from parlour.server.matches.stored import COMPUTER, PLAYED, StoredMatch, load, pack
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
    if not current.game.is_legal(current.state, seat, request.action):
        raise Illegal("this action is not legal now")
    slot = Slot(match_id, current.turn, current.row.taken_back, seat)
    choice = SealedChoice(request.action, request.nonce)
    own = current.seats[seat]._replace(offer="", taken=PLAYED)  # it may have offered to take back
    own = after_choice(current, own, now)
    if own != current.seats[seat]:
        tx.save_seat(own)
    if len(current.choosing) > 1:
        tx.add_sealed(SealedRow(*slot, commitment(slot, choice), key.encrypt(slot, choice)))
        row = tx.save_match(current.row._replace(began=now) if own.kind == COMPUTER else current.row, now)
    else:
        seats = [own if each.seat == seat else each for each in current.seats]
        row = reveal(tx, current._replace(seats=seats), {seat: choice}, key, now)
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


def reveal(tx: Transaction, current: StoredMatch, choices: dict[int, SealedChoice], key: SealKey, now: int) -> MatchRow:
    """Open the choice that was sealed before, and play the turn. `choices` has the last choice."""
    row, game = current.row, current.game
    try:
        for sealed in current.sealed:
            slot = Slot(sealed.match, sealed.turn, sealed.taken_back, sealed.seat)
            choices[sealed.seat] = key.decrypt(slot, sealed.box)
    except LostKey:  # the players are asked again
        tx.void_sealed(row.id, "key")
        clear_offers(tx, current.seats)
        return tx.save_match(row._replace(taken_back=row.taken_back + 1, began=now), now)
    played = tuple(choices[seat].action for seat in current.to_act)
    state = next_state(game, current.state, played)
    nonces = " ".join(choices[seat].nonce.hex() if seat in choices else "" for seat in (0, 1))
    tx.add_turn(TurnRow(row.id, current.turn, row.taken_back, played[0], played[-1], nonces, pack(state)))
    clear_offers(tx, current.seats)
    tx.remove_sealed(row.id)
    result = result_of(game, state)
    if result.outcome != "running":
        return end(tx, row, result, "", now)
    if current.turn >= MAX_TURNS:
        return end(tx, row, Result("unfinished"), "limit", now)
    return tx.save_match(row._replace(began=now), now)


def flag(tx: Transaction, match_id: str, now: int) -> None:
    """End a match in which a player has run out of time; if both have, neither wins."""
    current = on_time(tx, load(tx, match_id), now)
    late = out_of_time(current, now)
    if late:
        end(tx, current.row, Result("won", 1 - late[0]) if len(late) == 1 else Result("unfinished"), "time", now)


def resign(tx: Transaction, current: StoredMatch, seat: int, now: int) -> None:
    if current.over:
        raise Refused("the match is over")
    end(tx, current.row, Result("won", 1 - seat), "resigned", now)


def end(tx: Transaction, row: MatchRow, result: Result, reason: str, now: int) -> MatchRow:
    """Store the result of a match. Choices that are still sealed are never opened."""
    winner = NOBODY if result.winner is None else result.winner
    tx.void_sealed(row.id, "end")
    return tx.save_match(row._replace(outcome=result.outcome, winner=winner, reason=reason), now)
