"""What a view contains: an allow-list. Whoever adds a field, adds it here and says who may see it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from server.tables import NOW, Kept
from support import ALL

import parlour
from parlour.drawing import scene_data, scene_of
from parlour.server.matches import views
from parlour.server.matches.seats import CONNECTED
from parlour.server.matches.stored import COMPUTER, PERSON
from parlour.server.store.store import Store

VIEW = {"you", "times", "match"}
YOU = {"seat", "actions", "prompt", "renewable"}
TIMES = {"connected", "left", "running"}
MATCH = {
    "id": str,
    "version": int,
    "game": str,
    "title": str,
    "rules": dict,
    "changed_rules": dict,
    "secret": bool,
    "status": str,
    "protocol": int,
    "turn": int,
    "taken_back": int,
    "voided": list,
    "seats": list,
    "scene": dict,
    "turns": list,
    "result": dict | None,
    "clock": dict | None,
    "next": str,
}
SEAT = {"role", "name", "kind", "taken", "choosing", "chosen", "commitment", "offer"}
TURN = {"number", "taken_back", "actors", "choices", "labels", "events", "openings"}
VOIDED = {"turn", "taken_back", "seat", "reason"}
RESULT = {"outcome", "winner", "reason", "lines"}


def view(kept: Kept, seat: int | None) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(views.view(kept.shown(), seat, kept.now))
    return found


def check_fields(found: dict[str, Any]) -> None:
    assert set(found) == VIEW
    assert set(found["you"]) == YOU
    assert set(found["times"]) == TIMES
    assert set(found["match"]) == set(MATCH)
    for field, kind in MATCH.items():
        assert isinstance(found["match"][field], kind), field
    for seat in found["match"]["seats"]:
        assert set(seat) == SEAT
    for each in found["match"]["voided"]:
        assert set(each) == VOIDED
    for turn in found["match"]["turns"]:
        assert set(turn) == TURN
    if found["match"]["result"]:
        assert set(found["match"]["result"]) == RESULT


def test_every_view_has_these_fields_and_no_other(store: Store) -> None:
    kept = Kept(store, rules={"points": 1}, clock=60_000)
    for step in (lambda: None, lambda: kept.choose(0, 5), lambda: kept.choose(1, 5), lambda: kept.play((5, 6))):
        step()
        for seat in (0, 1, None):
            check_fields(view(kept, seat))


def test_public_parts_are_the_same_for_everybody(store: Store) -> None:
    kept = Kept(store)
    kept.choose(0, 5)
    found = [view(kept, seat) for seat in (0, 1, None)]
    assert found[0]["match"] == found[1]["match"] == found[2]["match"]
    assert found[0]["times"] == found[1]["times"] == found[2]["times"]


def test_what_a_seat_may_choose(store: Store) -> None:
    kept = Kept(store)
    assert view(kept, 0)["you"]["actions"] == {"from": 1, "to": 100}
    assert view(kept, None)["you"] == {"seat": None, "actions": None, "prompt": "", "renewable": False}
    kept.choose(0, 5)
    assert view(kept, 0)["you"] == {"seat": 0, "actions": None, "prompt": "", "renewable": False}
    assert view(kept, 1)["you"]["actions"] == {"from": 1, "to": 100}


def test_nobody_may_choose_before_the_computer(store: Store) -> None:
    kept = Kept(store, kinds=(COMPUTER, PERSON))
    assert view(kept, 1)["you"]["actions"] is None
    kept.choose(0, 5)
    assert view(kept, 1)["you"]["actions"]
    assert view(kept, 1)["match"]["seats"][0]["commitment"]


def test_a_commitment_is_shown_at_once_and_opened_at_the_reveal(store: Store) -> None:
    kept = Kept(store)
    kept.choose(0, 5)
    promised = view(kept, 1)["match"]["seats"][0]["commitment"]
    assert len(promised) == 64
    kept.choose(1, 6)
    entry = view(kept, 1)["match"]["turns"][0]
    assert entry["openings"][0]["commitment"] == promised
    assert entry["choices"] == [5, 6]


def test_who_is_connected(store: Store) -> None:
    kept = Kept(store, kinds=(PERSON, COMPUTER))
    assert view(kept, 0)["times"]["connected"] == [False, True]
    kept.do(lambda tx: tx.touch(kept.id, 0, NOW, True))
    assert view(kept, 0)["times"]["connected"] == [True, True]
    kept.now += CONNECTED
    assert view(kept, 0)["times"]["connected"] == [False, True]
    kept.now = NOW - 1  # the time of day was set back
    assert view(kept, 0)["times"]["connected"] == [False, True]


def test_a_position_has_no_openings(store: Store) -> None:
    kept = Kept(store, turns=((5, 6),))
    assert view(kept, 0)["match"]["turns"][0]["openings"] is None


@pytest.mark.parametrize("name", ALL)
def test_turns_grow_and_shrinks_with_the_match(store: Store, name: str) -> None:
    kept = Kept(store, name)
    game = parlour.game(name)
    for _ in range(2):
        current = kept.table()
        for seat in current.choosing:
            kept.choose(seat, game.actions(current.state, seat)[0])
        assert [entry["number"] for entry in view(kept, 0)["match"]["turns"]] == list(range(1, kept.table().turn))
    kept.offer(0, "take-back")
    kept.accept(1, "take-back")
    after = kept.table()
    assert [entry["number"] for entry in view(kept, 0)["match"]["turns"]] == list(range(1, after.turn))
    assert view(kept, None)["match"]["taken_back"] == 1


def test_hidden_fields_stay_hidden(store: Store) -> None:
    """RW-4: in this variant nobody sees the resource points before the end."""
    kept, open_one = (Kept(store, "resource-war", rules={"hidden": hidden}) for hidden in ("yes", "no"))
    for each in (kept, open_one):
        each.play((3, 2))
    scenes = [json.dumps(view(each, 0)["match"]["scene"]) for each in (kept, open_one)]
    assert "hidden" in scenes[0]
    assert "hidden" not in scenes[1]
    lines = [" ".join(view(each, 0)["match"]["turns"][0]["events"]) for each in (kept, open_one)]
    assert lines[0] != lines[1]


@pytest.mark.parametrize("name", ALL)
def test_a_board_is_the_scene_of_the_drawing(store: Store, name: str) -> None:
    kept = Kept(store, name)
    for _ in range(3):
        current = kept.table()
        expected = json.loads(json.dumps(scene_data(scene_of(current.game, current.state))))
        assert view(kept, 0)["match"]["scene"] == expected
        for seat in current.choosing:
            kept.choose(seat, current.game.actions(current.state, seat)[-1])
