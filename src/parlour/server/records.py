"""The record of a served match: that of any match, and what opens the commitments of its secret rounds."""

from __future__ import annotations

from parlour.match.commitments import Choice, Slot, seal_entry
from parlour.match.record import dump
from parlour.server.rows import DecisionRow
from parlour.server.table import Table


def record_of(table: Table) -> str:
    match = table.match
    secret = [row for row, step in zip(table.decisions, match.steps(), strict=True) if len(step.actors) == 2]
    match.seals = {"match": table.row.id, "rounds": [entry(row) for row in secret if all(row.nonces.split(" "))]}
    return dump(match)


def entry(row: DecisionRow) -> dict[str, object]:
    first, second = map(bytes.fromhex, row.nonces.split(" "))
    return seal_entry(
        Slot(row.match, row.number, row.undone, 0), (Choice(row.first, first), Choice(row.second, second))
    )
