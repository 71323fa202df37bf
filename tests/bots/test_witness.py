"""What a bot notices of a server that changes what was sealed or played."""

from __future__ import annotations

import secrets
from typing import Any

import pytest

from parlour.bots.witness import MOST_AGAIN, PROTOCOL, BadView, Cheated, ServedView, Witness, read_view
from parlour.match.commitments import SealedChoice, Slot, commitment
from parlour.server.matches import views

OWN = SealedChoice(3, b"n" * 32)
HERS = SealedChoice(4, b"m" * 32)


def view(
    turns: list[dict[str, Any]], taken_back: int = 0, sealed: tuple[str | None, str | None] = (None, None)
) -> ServedView:
    seats = [{"chosen": each is not None, "commitment": each, "offer": ""} for each in sealed]
    match = {
        "id": "m",
        "game": "resource-war",
        "rules": {},
        "turn": len(turns) + 1,
        "taken_back": taken_back,
        "next": "",
    }
    match |= {"protocol": PROTOCOL, "seats": seats, "turns": turns, "result": None}
    return read_view({"you": {"seat": 0, "actions": None}, "times": {"connected": [True, True]}, "match": match})


def entry(number: int, *choices: SealedChoice, taken_back: int = 0, opened: bool = True) -> dict[str, Any]:
    """A secret round as a server shows it, with openings that fit."""
    openings = [
        {"nonce": choice.nonce.hex(), "commitment": commitment(Slot("m", number, taken_back, seat), choice)}
        for seat, choice in enumerate(choices)
    ]
    actions = [choice.action for choice in choices]
    shown = {"number": number, "taken_back": taken_back, "actors": [0, 1], "choices": actions}
    return {**shown, "openings": openings if opened else None}


def other(action: int = 9) -> SealedChoice:
    return SealedChoice(action, secrets.token_bytes(32))


def witness(*views: ServedView, number: int = 1, taken_back: int = 0) -> Witness:
    """Has seen these views, and sealed its own choice in a turn."""
    found = Witness()
    found.look(view([]))
    found.own[Slot("m", number, taken_back, 0)] = OWN
    for each in views:
        found.look(each)
    return found


def test_an_honest_server_is_believed() -> None:
    published = commitment(Slot("m", 1, 0, 1), HERS)
    known = witness(view([], sealed=(None, published)), view([entry(1, OWN, HERS)]))
    known.look(view([entry(1, OWN, HERS)], taken_back=1))  # it has lost its key, and asks for the open turn again
    known.own[Slot("m", 2, 1, 0)] = OWN
    known.look(view([entry(1, OWN, HERS), entry(2, OWN, HERS, taken_back=1)], taken_back=1))


def test_a_server_that_asks_again_and_again_is_left() -> None:
    """A host who voids round after round may be waiting for a better one."""
    known = Witness()
    known.look(view([], taken_back=5))  # before this bot came
    for taken_back in range(6, 6 + MOST_AGAIN):
        known.look(view([], taken_back=taken_back))
    with pytest.raises(Cheated, match="asked again more than 3 times"):
        known.look(view([], taken_back=6 + MOST_AGAIN))


def test_a_match_may_begin_at_a_position_and_before_the_bot_came() -> None:
    known = Witness()
    known.look(view([entry(1, other(), other(), opened=False), entry(2, other(), other())]))


@pytest.mark.parametrize(
    ("shown", "complaint"),
    [
        (entry(1, other(), HERS, opened=False), "turn 1 is not what this bot sent"),
        (entry(1, OWN, HERS, opened=False), "turn 1: the server does not open what was sealed"),
        (entry(1, other(3), HERS), "turn 1: the server revealed another choice than this bot sent"),
        (entry(1, other(), HERS, taken_back=1), "turn 1 is not what this bot sent"),
        (entry(1, OWN, HERS, taken_back=1), "turn 1 is not what this bot sent"),
        (entry(1, OWN, other()), "turn 1: the choice of seat 2 is not the one that was sealed"),
        (entry(2, OWN, HERS), "turn 1 has the number 2"),
        ({**entry(1, other(), HERS), "actors": [0], "choices": [9], "openings": None}, "turn 1 is not what"),
    ],
)
def test_a_choice_that_is_not_the_one_that_was_sealed(shown: dict[str, Any], complaint: str) -> None:
    known = witness(view([], sealed=(None, commitment(Slot("m", 1, 0, 1), HERS))))
    with pytest.raises(Cheated, match=complaint):
        known.look(view([shown], taken_back=shown["taken_back"]))


@pytest.mark.parametrize(
    "later",
    [
        [entry(1, other(), HERS), entry(2, OWN, HERS)],
        [entry(1, OWN, other())],
        [entry(1, OWN, HERS, taken_back=1)],
        [entry(1, OWN, HERS, opened=False)],
        [],
    ],
)
def test_what_was_decided_never_changes(later: list[dict[str, Any]]) -> None:
    known = witness(view([entry(1, OWN, HERS)]))
    with pytest.raises(Cheated, match="took back or changed a turn"):
        known.look(view(later, taken_back=1))


def test_a_bot_that_has_just_come_checks_what_it_sees() -> None:
    known = Witness()
    forged = entry(1, OWN, HERS)
    forged["choices"] = [3, 5]
    with pytest.raises(Cheated, match="seat 2 is not the one that was sealed"):
        known.look(view([forged]))


@pytest.mark.parametrize("protocol", [1, 3])
def test_a_server_of_another_protocol_is_refused(protocol: int) -> None:
    with pytest.raises(BadView, match=f"the server speaks protocol {protocol}, and this bot speaks {PROTOCOL}"):
        read_view({"you": {"seat": 0, "actions": None}, "match": {"protocol": protocol}})


def test_this_server_speaks_the_protocol_of_the_bots() -> None:
    assert views.PROTOCOL == PROTOCOL


def test_a_turn_without_the_choice_of_a_player_is_no_view() -> None:
    with pytest.raises(BadView, match="turn 1 has 1 choices of 2 players"):
        view([{**entry(1, OWN, HERS, opened=False), "choices": [3]}])
