"""Past turns as JSON, for views. Workers do this for long matches."""

from collections.abc import Sequence
from typing import Any

from parlour.games.game import Game
from parlour.games.line import Turn, turn_events
from parlour.match.commitments import SealedChoice, Slot, seal_entry
from parlour.server.compact import compact
from parlour.server.matches.stored import unpack
from parlour.server.store.transaction import TurnRow


def turn_texts(game: Game, rows: Sequence[TurnRow], known: int) -> list[str]:
    """Each turn after the known ones as JSON. The rows begin with the last known one, whose state comes before."""
    before, new = (unpack(game, rows[0].state), rows[1:]) if known else (game.start(), rows)
    texts = []
    for row in new:
        actors, after = game.to_act(before), unpack(game, row.state)
        turn = Turn(game.shown(before), actors, (row.first, row.second)[: len(actors)], game.shown(after))
        texts.append(compact(turn_data(game, row, turn)))
        before = after
    return texts


def turn_data(game: Game, row: TurnRow, turn: Turn) -> dict[str, Any]:
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
