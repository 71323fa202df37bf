"""The one place where a match becomes JSON: everything that leaves the server about a match goes through here.

A view lists what may be seen, instead of removing what may not. The public part is the same for everybody and is made
once per version; `you` is what only this seat may know, and even that does not contain a sealed choice.
"""

from __future__ import annotations

import json
from collections import OrderedDict
from typing import Any

from parlour.drawing import scene_data, scene_of
from parlour.games.game import Game
from parlour.match.commitments import Choice, Slot, commitment
from parlour.match.match import Step
from parlour.match.transcript import closing
from parlour.server.choosing import time_left
from parlour.server.rows import DecisionRow
from parlour.server.table import COMPUTER, CONNECTED, Table

MANY = 60  # actions; more are given as a range, if they are one
MOST_CACHED = 4_096

_public: OrderedDict[tuple[str, int], str] = OrderedDict()
_history: OrderedDict[tuple[str, int, int], Any] = OrderedDict()


def view(table: Table, seat: int | None, now: int) -> str:
    """The full view of a seat, or of a spectator, as JSON."""
    parts = {"you": json.dumps(private(table, seat)), "times": json.dumps(times(table, now)), "match": public(table)}
    return "{" + ",".join(f'"{name}":{text}' for name, text in parts.items()) + "}"


def public(table: Table) -> str:
    """What everybody may see, as JSON."""
    key = table.row.id, table.row.version
    if key not in _public:
        remember(_public, key, json.dumps(public_content(table), separators=(",", ":")))
    return _public[key]


def public_content(table: Table) -> dict[str, Any]:
    row, match = table.row, table.match
    game = match.game
    commitments = {sealed.seat: sealed.commitment for sealed in table.sealed}
    return {
        "id": row.id,
        "version": row.version,
        "game": row.game,
        "title": game.title,
        "rules": game.named_rules(),
        "changed_rules": game.changed_rules(),
        "secret": len(match.to_act) == 2,
        "status": "over" if table.over else "waiting" if table.waiting else "running",
        "round": table.round,
        "undone": row.undone,
        "seats": [
            {
                "role": game.words.PLAYERS[seat.seat],
                "name": seat.name,
                "kind": seat.kind,
                "taken": bool(seat.taken),
                "choosing": seat.seat in table.choosing,
                "chosen": seat.seat in table.chosen,
                "commitment": commitments.get(seat.seat),
                "offer": seat.offer,
            }
            for seat in table.seats
        ],
        "scene": scene_data(scene_of(game, match.state)),
        "history": [
            history_entry(game, table.row.id, decision, step)
            for decision, step in zip(table.decisions, match.steps(), strict=True)
        ],
        "result": result(table),
        "clock": {"start": row.clock, "increment": row.increment} if row.clock else None,
        "next": row.next,
    }


def history_entry(game: Game, match_id: str, decision: DecisionRow, step: Step) -> Any:
    key = match_id, decision.undone, decision.number
    if key in _history:
        return _history[key]
    actions = step.first, step.second
    entry = {
        "number": decision.number,
        "undone": decision.undone,
        "actors": step.actors,
        "actions": [actions[player] if player in step.actors else None for player in (0, 1)],
        "labels": [game.label(step.before, player, actions[player]) for player in step.actors],
        "events": [line for line in game.words.events(game.rules, step.before, *actions, step.after, ()) if line],
        "openings": openings(match_id, decision, step),
    }
    remember(_history, key, entry)
    return entry


def openings(match_id: str, decision: DecisionRow, step: Step) -> list[dict[str, str]] | None:
    """What opens the commitments of a secret round; None for a public decision."""
    nonces = decision.nonces.split(" ")
    if len(step.actors) < 2 or not all(nonces):
        return None
    return [
        {
            "nonce": nonce,
            "commitment": commitment(
                Slot(match_id, decision.number, decision.undone, seat), Choice(action, bytes.fromhex(nonce))
            ),
        }
        for seat, (nonce, action) in enumerate(zip(nonces, (decision.first, decision.second), strict=True))
    ]


def result(table: Table) -> dict[str, Any] | None:
    if not table.over:
        return None
    row = table.row
    lines = [line for line in closing(table.match) if line]
    return {
        "outcome": row.outcome,
        "winner": None if row.winner < 0 else row.winner,
        "reason": row.reason,
        "lines": lines,
    }


def private(table: Table, seat: int | None) -> dict[str, Any]:
    """What a seat may know beyond what everybody may: which actions it can choose."""
    if seat is None:
        return {"seat": None, "actions": None, "prompt": ""}
    ready = seat in table.choosing and not table.computers
    return {
        "seat": seat,
        "actions": actions(table, seat) if ready else None,
        "prompt": prompt(table, seat) if ready else "",
    }


def actions(table: Table, seat: int) -> dict[str, Any]:
    """The legal actions: a list with labels, or the ends of a long range."""
    game, state = table.match.game, table.match.state
    legal = game.actions(state, seat)
    if len(legal) > MANY and legal[-1] - legal[0] == len(legal) - 1:
        return {"from": legal[0], "to": legal[-1]}
    return {"list": [{"action": action, "label": game.label(state, seat, action)} for action in legal]}


def prompt(table: Table, seat: int) -> str:
    game = table.match.game
    questions = game.words.ask(game.rules, game.shown(table.match.state))
    asked = [question.prompt for question in questions if question.player == seat]
    return asked[0].strip().splitlines()[-1].rstrip(": ") if asked else ""


def times(table: Table, now: int) -> dict[str, Any]:
    """What changes without a new version: who is connected, and the clocks."""
    return {
        "connected": [seat.kind == COMPUTER or now - seat.seen < CONNECTED for seat in table.seats],
        "left": [time_left(table, seat, now) for seat in (0, 1)] if table.row.clock else None,
        "running": [seat in table.choosing for seat in (0, 1)],
    }


def remember(cache: OrderedDict[Any, Any], key: Any, value: Any) -> None:
    cache[key] = value
    if len(cache) > MOST_CACHED:
        cache.popitem(last=False)
