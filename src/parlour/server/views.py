"""The one place where a match becomes JSON: everything that leaves the server about a match goes through here.

A view lists what may be seen, instead of removing what may not. The public part is the same for everybody and is made
once per version; `you` is what only this seat may know, and even that does not contain a sealed choice.
"""

from __future__ import annotations

import json
from typing import Any

from parlour.drawing import scene_data, scene_of
from parlour.games.contract import State
from parlour.games.game import Game
from parlour.match.commitments import SealedChoice, Slot, commitment
from parlour.match.transcript import closing
from parlour.server.cache import Cache
from parlour.server.choosing import is_running, time_left
from parlour.server.rows import DecisionRow
from parlour.server.table import COMPUTER, CONNECTED, TAKE_BACK, Table, is_renewable

MANY = 60  # actions; more are given as a range, if they are one

_public: Cache[tuple[int, str]] = Cache(500)  # matches
_scenes: Cache[tuple[State, str]] = Cache(2_000)
_histories: Cache[tuple[list[DecisionRow], list[str]]] = Cache(2_000)


def view(table: Table, seat: int | None, now: int) -> str:
    """The full view of a seat, or of a spectator, as JSON."""
    return f'{{"you":{compact(private(table, seat))},"times":{compact(times(table, now))},"match":{public(table)}}}'


def compact(content: object) -> str:
    return json.dumps(content, separators=(",", ":"))


def public(table: Table) -> str:
    """What everybody may see, as JSON."""
    row = table.row
    version, text = _public.get(row.id) or (0, "")
    if version != row.version:
        content = compact(public_content(table))[:-1]
        text = f'{content},"scene":{scene(table)},"history":[{",".join(history(table))}]}}'
        _public.put(row.id, (row.version, text))
    return text


def public_content(table: Table) -> dict[str, Any]:
    """Everything but the scene and the history, which most requests do not change."""
    row, game = table.row, table.game
    commitments = {sealed.seat: sealed.commitment for sealed in table.sealed}
    choosing = table.choosing
    return {
        "id": row.id,
        "version": row.version,
        "game": row.game,
        "title": game.title,
        "rules": game.named_rules(),
        "changed_rules": game.changed_rules(),
        "secret": len(table.to_act) == 2,
        "status": "over" if table.over else "waiting" if table.waiting else "running",
        "round": table.round,
        "undone": row.undone,
        "seats": [
            {
                "role": game.words.PLAYERS[seat.seat],
                "name": seat.name,
                "kind": seat.kind,
                "taken": bool(seat.taken),
                "choosing": seat.seat in choosing,
                "chosen": seat.seat in commitments,
                "commitment": commitments.get(seat.seat),
                "offer": "" if table.over and seat.offer == TAKE_BACK else seat.offer,
            }
            for seat in table.seats
        ],
        "result": result(table),
        "clock": {"start": row.clock, "increment": row.increment} if row.clock else None,
        "next": row.next,
    }


def scene(table: Table) -> str:
    state, text = _scenes.get(table.row.id) or (None, "")
    if state != table.state:
        text = compact(scene_data(scene_of(table.game, table.state)))
        _scenes.put(table.row.id, (table.state, text))
    return text


def history(table: Table) -> list[str]:
    """Each decision as JSON. Past ones never change unless they are taken back."""
    before, entries = _histories.get(table.row.id) or ([], [])
    if table.decisions[: len(before)] != before:
        before, entries = [], []
    if len(before) < len(table.decisions):
        states = table.states
        fresh = [
            compact(history_entry(table.game, decision, states[number - 1], states[number]))
            for number, decision in enumerate(table.decisions[len(before) :], start=len(before) + 1)
        ]
        entries = entries + fresh
        _histories.put(table.row.id, (table.decisions, entries))
    return entries


def history_entry(game: Game, decision: DecisionRow, state: State, next_state: State) -> dict[str, Any]:
    actors, before, after = game.to_act(state), game.shown(state), game.shown(next_state)
    actions = decision.first, decision.second
    return {
        "number": decision.number,
        "undone": decision.undone,
        "actors": actors,
        "actions": [actions[player] if player in actors else None for player in (0, 1)],
        "labels": [game.label(before, player, actions[player]) for player in actors],
        "events": [line for line in game.words.events(game.rules, before, *actions, after, ()) if line],
        "openings": openings(decision) if len(actors) == 2 else None,
    }


def openings(decision: DecisionRow) -> list[dict[str, str]] | None:
    """What opens the commitments of a secret round; None if nobody sealed it, because the match began later."""
    nonces = decision.nonces.split(" ")
    if not all(nonces):
        return None
    return [
        {
            "nonce": nonce,
            "commitment": commitment(
                Slot(decision.match, decision.number, decision.undone, seat), SealedChoice(action, bytes.fromhex(nonce))
            ),
        }
        for seat, (nonce, action) in enumerate(zip(nonces, (decision.first, decision.second), strict=True))
    ]


def result(table: Table) -> dict[str, Any] | None:
    if not table.over:
        return None
    row = table.row
    lines = [line for line in closing(table.match()) if line]
    return {
        "outcome": row.outcome,
        "winner": None if row.winner < 0 else row.winner,
        "reason": row.reason,
        "lines": lines,
    }


def private(table: Table, seat: int | None) -> dict[str, Any]:
    """What a seat may know beyond what everybody may: which actions it can choose, and whether it may renew a link."""
    if seat is None:
        return {"seat": None, "actions": None, "prompt": "", "renewable": False}
    ready = seat in table.choosing and not table.computers
    return {
        "seat": seat,
        "actions": actions(table, seat) if ready else None,
        "prompt": prompt(table, seat) if ready else "",
        "renewable": is_renewable(table, seat),
    }


def actions(table: Table, seat: int) -> dict[str, Any]:
    """The legal actions: a list with labels, or the ends of a long range."""
    game, state = table.game, table.state
    legal = game.actions(state, seat)
    if len(legal) > MANY and legal[-1] - legal[0] == len(legal) - 1:
        return {"from": legal[0], "to": legal[-1]}
    return {"list": [{"action": action, "label": game.label(state, seat, action)} for action in legal]}


def prompt(table: Table, seat: int) -> str:
    game = table.game
    questions = game.words.ask(game.rules, game.shown(table.state))
    asked = [question.prompt for question in questions if question.player == seat]
    return asked[0].strip().splitlines()[-1].rstrip(": ") if asked else ""


def times(table: Table, now: int) -> dict[str, Any]:
    """What changes without a new version: who is connected, and the clocks."""
    return {
        "connected": [seat.kind == COMPUTER or 0 <= now - seat.seen < CONNECTED for seat in table.seats],
        "left": [time_left(table, seat, now) for seat in (0, 1)] if table.row.clock else None,
        "running": [is_running(table, seat) for seat in (0, 1)],
    }
