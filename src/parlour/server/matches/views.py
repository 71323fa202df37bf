"""The one place where a match becomes JSON: everything that leaves the server about a match goes through here.

A view lists the visible parts of a match, instead of removing the secret ones. The public part is the same for all
readers and is made once per version. `you` is for this seat alone, and even that does not contain a sealed choice.
"""

import json
from functools import lru_cache
from typing import Any

from parlour.drawing import scene_data, scene_of
from parlour.games.contract import State
from parlour.games.game import Game
from parlour.games.line import turn_events
from parlour.match.commitments import SealedChoice, Slot, seal_entry
from parlour.match.record import dump
from parlour.match.transcript import closing
from parlour.server.cache import Cache
from parlour.server.matches.clocks import is_running, time_left
from parlour.server.matches.seats import CONNECTED, is_renewable
from parlour.server.matches.stored import COMPUTER, TAKE_BACK, StoredMatch
from parlour.server.store.transaction import GIVEN, TurnRow

PROTOCOL = 2  # of everything under /api; bots that speak an older one are refused
MANY = 60  # actions; more are given as a range, if they are one

_public: Cache[tuple[int, str]] = Cache(500)  # matches
_turns: Cache[tuple[list[TurnRow], list[str]]] = Cache(2_000)


def view(current: StoredMatch, seat: int | None, now: int) -> str:
    """The full view of a seat, or of a spectator, as JSON."""
    you, moving = compact(private(current, seat)), compact(times(current, now))
    return f'{{"you":{you},"times":{moving},"match":{public(current)}}}'


def compact(content: object) -> str:
    return json.dumps(content, separators=(",", ":"))


def public(current: StoredMatch) -> str:
    """The public part of a view, as JSON."""
    row = current.row
    version, text = _public.get(row.id) or (0, "")
    if version != row.version:
        content = compact(public_content(current))[:-1]
        text = f'{content},"scene":{scene(current.game, current.line.state)},"turns":[{",".join(turns(current))}]}}'
        _public.put(row.id, (row.version, text))
    return text


def public_content(current: StoredMatch) -> dict[str, Any]:
    """Everything but the scene and the turns, which most requests do not change."""
    row, game = current.row, current.game
    commitments = {sealed.seat: sealed.commitment for sealed in current.sealed}
    choosing = current.choosing
    return {
        "protocol": PROTOCOL,
        "id": row.id,
        "version": row.version,
        "game": row.game,
        "title": game.title,
        "rules": game.named_rules(),
        "changed_rules": game.changed_rules(),
        "secret": len(current.to_act) == 2,
        "status": "over" if current.over else "waiting" if current.waiting else "running",
        "turn": current.turn,
        "taken_back": row.taken_back,
        "seats": [
            {
                "role": game.words.PLAYERS[seat.seat],
                "name": seat.name,
                "kind": seat.kind,
                "taken": bool(seat.taken),
                "choosing": seat.seat in choosing,
                "chosen": seat.seat in commitments,
                "commitment": commitments.get(seat.seat),
                "offer": "" if current.over and seat.offer == TAKE_BACK else seat.offer,
            }
            for seat in current.seats
        ],
        "result": result(current),
        "clock": {"start": row.clock, "increment": row.increment} if row.clock else None,
        "next": row.next,
    }


@lru_cache(2_000)
def scene(game: Game, state: State) -> str:
    return compact(scene_data(scene_of(game, state)))


def turns(current: StoredMatch) -> list[str]:
    """Each past turn as JSON. They never change unless they are taken back."""
    before, entries = _turns.get(current.row.id) or ([], [])
    if current.turns[: len(before)] != before:
        before, entries = [], []
    if len(before) < len(current.turns):
        indices = range(len(before), len(current.turns))
        entries = entries + [compact(turn_data(current, index)) for index in indices]
        _turns.put(current.row.id, (current.turns, entries))
    return entries


def turn_data(current: StoredMatch, index: int) -> dict[str, Any]:
    game, row, turn = current.game, current.turns[index], current.line.public_turn(index)
    chosen = zip(turn.actors, turn.choices, strict=True)
    return {
        "number": row.number,
        "taken_back": row.taken_back,
        "actors": turn.actors,
        "choices": turn.choices,
        "labels": [game.label(turn.before, player, action) for player, action in chosen],
        "events": list(filter(None, turn_events(game, turn))),
        "openings": openings(row),
    }


def openings(row: TurnRow) -> list[dict[str, str]] | None:
    """The openings of the commitments of a secret round; None for any other turn, and before the match began."""
    entry = sealed_round(row)
    if entry is None:
        return None
    pairs = zip(entry["nonces"], entry["commitments"], strict=True)
    return [{"nonce": nonce, "commitment": published} for nonce, published in pairs]


def sealed_round(row: TurnRow) -> dict[str, Any] | None:
    """A secret round as records have it, with the nonces and commitments of both choices; None if it was not sealed."""
    nonces = row.nonces.split(" ")
    if not all(nonces):
        return None
    first, second = map(bytes.fromhex, nonces)
    choices = SealedChoice(row.first, first), SealedChoice(row.second, second)
    return seal_entry(Slot(row.match, row.number, row.taken_back, 0), choices)


def record_of(current: StoredMatch) -> str:
    """The record of a match, with the openings of the commitments of its secret rounds."""
    match = current.match()
    rounds = [entry for entry in map(sealed_round, current.turns) if entry]
    match.seals = {"match": current.row.id, "rounds": rounds}
    given = len([row for row in current.turns if row.nonces == GIVEN])
    if given:
        match.seals["given"] = given  # the match began at a position: no choice that led to it was sealed
    return dump(match)


def result(current: StoredMatch) -> dict[str, Any] | None:
    if not current.over:
        return None
    match = current.match()
    return {
        "outcome": match.result.outcome,
        "winner": match.result.winner,
        "reason": current.row.reason,
        "lines": list(filter(None, closing(match))),
    }


def private(current: StoredMatch, seat: int | None) -> dict[str, Any]:
    """The knowledge of a seat beyond the public part: its legal actions, and whether it may renew a link."""
    if seat is None:
        return {"seat": None, "actions": None, "prompt": "", "renewable": False}
    ready = seat in current.choosing and not current.computers
    return {
        "seat": seat,
        "actions": actions(current, seat) if ready else None,
        "prompt": prompt(current, seat) if ready else "",
        "renewable": is_renewable(current, seat),
    }


def actions(current: StoredMatch, seat: int) -> dict[str, Any]:
    """The legal actions: a list with labels, or the ends of a long range."""
    game, state = current.game, current.line.state
    legal = game.actions(state, seat)
    if len(legal) > MANY and legal[-1] - legal[0] == len(legal) - 1:
        return {"from": legal[0], "to": legal[-1]}
    return {"list": [{"action": action, "label": game.label(state, seat, action)} for action in legal]}


def prompt(current: StoredMatch, seat: int) -> str:
    game = current.game
    questions = game.words.ask(game.rules, game.shown(current.line.state))
    asked = [question.prompt for question in questions if question.player == seat]
    return asked[0].strip().splitlines()[-1].rstrip(": ") if asked else ""


def times(current: StoredMatch, now: int) -> dict[str, Any]:
    """The parts that change without a new version: who is connected, and the clocks."""
    return {
        "connected": [seat.kind == COMPUTER or 0 <= now - seat.seen < CONNECTED for seat in current.seats],
        "left": [time_left(current, seat, now) for seat in (0, 1)] if current.row.clock else None,
        "running": [is_running(current, seat) for seat in (0, 1)],
    }
