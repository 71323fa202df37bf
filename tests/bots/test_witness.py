"""What a bot notices of a server that changes what was sealed or decided."""

from __future__ import annotations

import secrets
from typing import Any

import pytest

from parlour.bots.seen import Seen, read_view
from parlour.bots.witness import Cheated, Witness
from parlour.match.commitments import SealedChoice, Slot, commitment

OWN = SealedChoice(3, b"n" * 32)
HERS = SealedChoice(4, b"m" * 32)


def view(history: list[dict[str, Any]], undone: int = 0, sealed: tuple[str | None, str | None] = (None, None)) -> Seen:
    seats = [{"chosen": each is not None, "commitment": each, "offer": ""} for each in sealed]
    match = {"id": "m", "game": "resource-war", "rules": {}, "round": len(history) + 1, "undone": undone, "next": ""}
    match |= {"seats": seats, "history": history, "result": None}
    return read_view({"you": {"seat": 0, "actions": None}, "times": {"connected": [True, True]}, "match": match})


def entry(number: int, *choices: SealedChoice, undone: int = 0, opened: bool = True) -> dict[str, Any]:
    """A secret round as a server shows it, with openings that fit."""
    openings = [
        {"nonce": choice.nonce.hex(), "commitment": commitment(Slot("m", number, undone, seat), choice)}
        for seat, choice in enumerate(choices)
    ]
    actions = [choice.action for choice in choices]
    shown = {"number": number, "undone": undone, "actors": [0, 1], "actions": actions}
    return {**shown, "openings": openings if opened else None}


def other(action: int = 9) -> SealedChoice:
    return SealedChoice(action, secrets.token_bytes(32))


def witness(*views: Seen, number: int = 1, undone: int = 0) -> Witness:
    """Has seen these views, and sealed its own choice in a round."""
    found = Witness()
    found.look(view([]))
    found.sealed(Slot("m", number, undone, 0), OWN)
    for each in views:
        found.look(each)
    return found


def test_an_honest_server_is_believed() -> None:
    published = commitment(Slot("m", 1, 0, 1), HERS)
    known = witness(view([], sealed=(None, published)), view([entry(1, OWN, HERS)]))
    known.look(view([entry(1, OWN, HERS)], undone=1))  # it has lost its key, and asks for the open round again
    known.sealed(Slot("m", 2, 1, 0), OWN)
    known.look(view([entry(1, OWN, HERS), entry(2, OWN, HERS, undone=1)], undone=1))


def test_a_match_may_begin_at_a_position_and_before_the_bot_came() -> None:
    known = Witness()
    known.look(view([entry(1, other(), other(), opened=False), entry(2, other(), other())]))


@pytest.mark.parametrize(
    ("shown", "complaint"),
    [
        (entry(1, other(), HERS, opened=False), "decision 1 is not what this bot sent"),
        (entry(1, OWN, HERS, opened=False), "round 1: the server does not open what was sealed"),
        (entry(1, other(3), HERS), "round 1: the server revealed another choice than this bot sent"),
        (entry(1, other(), HERS, undone=1), "decision 1 is not what this bot sent"),
        (entry(1, OWN, HERS, undone=1), "decision 1 is not what this bot sent"),
        (entry(1, OWN, other()), "round 1: the choice of seat 2 is not the one that was sealed"),
        (entry(2, OWN, HERS), "decision 1 has the number 2"),
        ({**entry(1, other(), HERS), "actors": [0], "actions": [9, None], "openings": None}, "decision 1 is not what"),
    ],
)
def test_a_choice_that_is_not_the_one_that_was_sealed(shown: dict[str, Any], complaint: str) -> None:
    known = witness(view([], sealed=(None, commitment(Slot("m", 1, 0, 1), HERS))))
    with pytest.raises(Cheated, match=complaint):
        known.look(view([shown], undone=shown["undone"]))


@pytest.mark.parametrize(
    "later",
    [
        [entry(1, other(), HERS), entry(2, OWN, HERS)],
        [entry(1, OWN, other())],
        [entry(1, OWN, HERS, undone=1)],
        [entry(1, OWN, HERS, opened=False)],
        [],
    ],
)
def test_what_was_decided_never_changes(later: list[dict[str, Any]]) -> None:
    known = witness(view([entry(1, OWN, HERS)]))
    with pytest.raises(Cheated, match="took back or changed a decision"):
        known.look(view(later, undone=1))


def test_a_bot_that_has_just_come_checks_what_it_sees() -> None:
    known = Witness()
    forged = entry(1, OWN, HERS)
    forged["actions"] = [3, 5]
    with pytest.raises(Cheated, match="seat 2 is not the one that was sealed"):
        known.look(view([forged]))
