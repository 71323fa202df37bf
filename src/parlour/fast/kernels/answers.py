"""The choices of an opponent with a table in secret rounds, for all slots before `duel_slot` plays them.

A table can be larger than a processor's cache, so most of the time goes into waiting for memory. Each function below
reads one place of the table and does little else, so that a processor waits for many slots at once; looking up in
`duel_slot`, it would wait for one after another, and a step would take twice as long.
"""

from typing import Any

from parlour.fast.kernels.duel import Games, key_of, your_seat
from parlour.fast.kernels.lookup import action_at, entry_at, place_of
from parlour.fast.kernels.stubs import load, to_act, whole


def place_slot(rules: Any, table: Any, games: Games, answers: Any, k: int) -> None:
    """First: where the table has the state; -1 if this is no secret round."""
    state = load(table, k)
    answers[k] = place_of(games.records, state) if to_act(rules, state) == 3 else -1


def entry_slot(rules: Any, table: Any, games: Games, answers: Any, rests: Any, k: int) -> None:  # noqa: ARG001
    """Then: which entry is drawn. Every slot function is given the rules and the table."""
    place = whole(answers[k])
    if place >= 0:
        key, player = key_of(games, k), 1 - your_seat(games, k)
        entry, rest = entry_at(games.records, games.shares, place, table.shape[1], player, key, whole(games.turns[k]))
        answers[k] = entry
        rests[k] = rest


def answer_slot(rules: Any, table: Any, games: Games, answers: Any, rests: Any, k: int) -> None:  # noqa: ARG001
    """Last: the action."""
    if answers[k] >= 0:
        answers[k] = action_at(games.entries, whole(answers[k]), whole(rests[k]))
