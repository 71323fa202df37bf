"""Records of served matches prove their secret choices, and only those that were sealed."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from server.tables import Kept

from parlour.match.commitments import BadSeals, SealedChoice, Slot, Voided, check_seals, commitment, voided_choices
from parlour.match.record import BadRecord, checksum, parse
from parlour.server.matches.stored import TAKE_BACK
from parlour.server.store.store import Store

NONCE = bytes(32)
texts = st.text(alphabet="12|m", min_size=1, max_size=4)
slots = st.builds(Slot, texts, st.integers(1, 12), st.integers(0, 12), st.integers(0, 1))


@given(slots, slots, st.integers(0, 30), st.integers(0, 30))
def test_a_commitment_belongs_to_one_slot_and_one_action(one: Slot, two: Slot, first: int, second: int) -> None:
    same = commitment(one, SealedChoice(first, NONCE)) == commitment(two, SealedChoice(second, NONCE))
    assert same == ((one, first) == (two, second))


def test_a_known_commitment() -> None:
    """Pages and bots calculate it too, so it never changes."""
    expected = "d476c51ba432928393024a272a2c2e09585762ca0008f23037891d80b7ad313c"
    assert commitment(Slot("m", 1, 0, 0), SealedChoice(7, NONCE)) == expected


@pytest.fixture
def record(store: Store) -> dict[str, Any]:
    kept = Kept(store)
    kept.play((5, 6), (9, 9))
    kept.offer(0, TAKE_BACK)
    kept.accept(1, TAKE_BACK)
    kept.play((7, 8), (1, 2))
    kept.resign(0)
    content: dict[str, Any] = json.loads(kept.record())
    return content


def written(content: dict[str, Any]) -> str:
    """A record again, with a checksum that fits: whoever forges a record can calculate it."""
    content.pop("checksum", None)
    return json.dumps({**content, "checksum": checksum(content)})


def test_a_record_comes_back_and_proves_every_round(record: dict[str, Any]) -> None:
    match = parse(json.dumps(record))
    assert check_seals(match) == 3
    assert match.line.choices == ((5, 6), (7, 8), (1, 2))
    assert match.result.failure is not None
    assert match.result.failure.reason == "resigned"
    assert [entry["taken_back"] for entry in record["seals"]["rounds"]] == [0, 1, 1]


def test_a_changed_choice_is_found(record: dict[str, Any]) -> None:
    record["turns"][1][0] = 6
    with pytest.raises(BadSeals, match="turn 2: the choices are not those that were sealed"):
        check_seals(parse(written(record)))


@pytest.mark.parametrize(
    ("place", "value"),
    [
        (("rounds", 0, "nonces", 0), "00" * 32),
        (("rounds", 0, "nonces", 0), "zz"),
        (("rounds", 0, "nonces"), []),
        (("rounds", 0, "commitments", 1), "00" * 32),
        (("rounds", 1, "taken_back"), 0),
        (("rounds", 1, "turn"), 1),
        (("rounds",), []),
        (("rounds",), None),
        (("match",), "another"),
        (("rounds", 0, "turn"), 1.0),
        (("rounds", 0, "turn"), float("inf")),
        (("rounds", 0, "taken_back"), float("inf")),
        (("rounds", 0, "taken_back"), False),
        (("rounds",), [5]),
        (("match",), ["m"]),
        (("given",), -1),
        (("given",), 1),
        (("given",), 4),
        (("given",), "0"),
        (("given",), True),
        (("given",), float("inf")),
        (("given",), float("nan")),
    ],
)
def test_changed_seals_are_found(record: dict[str, Any], place: tuple[Any, ...], value: Any) -> None:
    inside = record["seals"]
    for step in place[:-1]:
        inside = inside[step]
    inside[place[-1]] = value
    with pytest.raises(BadSeals):
        check_seals(parse(written(record)))


def test_a_changed_record_has_another_checksum(record: dict[str, Any]) -> None:
    record["turns"][1][0] = 6
    with pytest.raises(BadRecord, match="checksum"):
        parse(json.dumps(record))


def test_a_match_that_began_at_a_position_proves_what_came_after(store: Store) -> None:
    kept = Kept(store, turns=((5, 6), (3, 4)))
    kept.play((7, 8))
    kept.resign(1)
    match = parse(kept.record())
    assert match.seals is not None
    assert match.seals["given"] == 2
    assert check_seals(match) == 1


def test_a_match_without_secrets_has_nothing_to_prove(store: Store) -> None:
    kept = Kept(store, "color-capture")
    kept.choose(0, 0)
    kept.resign(0)
    assert check_seals(parse(kept.record())) == 0


@pytest.mark.parametrize("entry", [5, {}, {"turn": 1}, ["x"]])
@pytest.mark.parametrize("field", ["turn", "taken_back", "seat", "commitment", "reason", "more"])
def test_damaged_lists_of_void_choices_are_refused(record: dict[str, Any], entry: Any, field: str) -> None:
    sound: dict[str, Any] = {"turn": 1, "taken_back": 0, "seat": 0, "commitment": "c", "reason": "key"}
    for damaged in (entry, {**sound, field: entry}, {**sound, field: [entry]}):
        record["seals"]["voided"] = [damaged]
        if damaged != {**sound, "turn": 5}:
            with pytest.raises(BadSeals):
                voided_choices(parse(written(record)))
    record["seals"]["voided"] = [sound]
    assert voided_choices(parse(written(record))) == [Voided(**sound)]
