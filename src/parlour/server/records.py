"""The record of a served match: that of any match, and what opens the commitments of its secret rounds."""

from __future__ import annotations

from parlour.match.commitments import SealedChoice, Slot, seal_entry
from parlour.match.record import dump
from parlour.server.rows import GIVEN, DecisionRow
from parlour.server.table import Table


def record_of(table: Table) -> str:
    match = table.match()
    secret = [
        row
        for row, state in zip(table.decisions, table.states, strict=False)
        if len(table.game.to_act(state)) == 2 and all(row.nonces.split(" "))
    ]
    match.seals = {"match": table.row.id, "rounds": [entry(row) for row in secret]}
    given = len([row for row in table.decisions if row.nonces == GIVEN])
    if given:
        match.seals["given"] = given  # the match began at a position: nobody sealed what led to it
    return dump(match)


def entry(row: DecisionRow) -> dict[str, object]:
    first, second = map(bytes.fromhex, row.nonces.split(" "))
    return seal_entry(
        Slot(row.match, row.number, row.undone, 0), (SealedChoice(row.first, first), SealedChoice(row.second, second))
    )
