"""Records: round trips, and the rejection of anything that cannot be trusted."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import matches, played

import parlour
from parlour.match.match import Failure, Match
from parlour.match.record import BadRecord, checksum, dump, parse
from parlour.match.transcript import history, transcript

WAR = parlour.game("resource-war", points=5, hidden="yes")


def same(one: Match, other: Match) -> bool:
    fields = ("game", "seats", "seed", "taken_back", "line", "state", "result")
    return all(getattr(one, field) == getattr(other, field) for field in fields)


@given(matches())
def test_a_record_restores_the_match(match: Match) -> None:
    again = parse(dump(match))
    assert same(match, again)
    assert dump(again) == dump(match)


def test_the_contents_of_a_record() -> None:
    record = json.loads(dump(played(WAR, (1, 3), (0, 0))))
    assert record.pop("checksum").startswith("sha256:")
    assert record == {
        "format": "parlour match",
        "version": 2,
        "game": "resource-war",
        "rules": {"points": 5, "target": 7, "stall": 3, "hidden": "yes"},
        "seats": ["human", "human"],
        "seed": 0,
        "taken_back": 0,
        "turns": [[1, 3], [0, 0]],
        "result": {"outcome": "running", "winner": None, "failure": None},
    }


def test_a_record_restores_stopped_and_failed_matches() -> None:
    stopped, failed = played(WAR, (1, 3)), played(WAR, (1, 3))
    stopped.stop()
    failed.stop(Failure(0, "it raised"))
    assert same(parse(dump(stopped)), stopped)
    assert same(parse(dump(failed)), failed)


def test_a_sealed_choice_is_not_recorded() -> None:
    match = played(WAR, (1, 3))
    before = dump(match)
    match.choose(0, 4)
    assert dump(match) == before


def edited(change: Callable[[dict[str, Any]], object]) -> str:
    """A record changed on purpose, with a matching checksum."""
    record = json.loads(dump(played(WAR, (1, 3), (0, 0))))
    del record["checksum"]
    change(record)
    record["checksum"] = checksum(record)
    return json.dumps(record)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda r: r.update(turns=[[1, 6]]), "turn 1: .*cannot choose 6; allowed: 0 to 5"),
        (lambda r: r.update(turns=[[1, 3], [0]]), "turn 2: .*takes two actions"),
        (lambda r: r.update(turns=[[1, 3, 3]]), "turn 1: .1, 3, 3. does not fit: this state takes two actions"),
        (lambda r: r.update(turns=[[1, True]]), "turn 1: .*cannot choose True"),
        (lambda r: r.update(turns=[[1, 3.0]]), "turn 1: .*cannot choose 3.0"),
        (lambda r: r.update(turns=[{}]), "turns must be lists of choices"),
        (lambda r: r.update(turns=[[1, 3], 0]), "turns must be lists of choices"),
        (lambda r: r.update(turns="none"), "turns is missing or of the wrong type"),
        (lambda r: r.pop("seed"), "seed is missing"),
        (lambda r: r.update(seed=True), "seed is missing or of the wrong type"),
        (lambda r: r.update(seats=["human"]), "seats must be two plain names"),
        (lambda r: r.update(seats=["human", 2]), "seats must be two plain names"),
        (lambda r: r.update(game="chess"), "there is no game 'chess'"),
        (lambda r: r["rules"].update(points=0), "points of resource-war must be"),
        (lambda r: r["rules"].update(points="5"), "points of resource-war must be"),
        (lambda r: r["rules"].pop("stall"), "rules does not match"),
        (lambda r: r["result"].update(outcome="won", winner=0), "result does not match the turns"),
        (lambda r: r["result"].update(outcome="failed"), "failure is missing"),
        (lambda r: r.update(comment="hello"), "unknown entries: .'comment'."),
        (lambda r: r.update(version=1), "record version 1; this Parlour reads version 2"),
        (lambda r: r.update(format="other"), "not a record of a Parlour match"),
    ],
)
def test_a_record_of_an_impossible_match_is_rejected(change: Callable[[dict[str, Any]], object], reason: str) -> None:
    with pytest.raises(BadRecord, match=reason):
        parse(edited(change))


@pytest.mark.parametrize("text", ["", "{", "[]", "3", "null", "[" * 100_000, '{"a": 1, "a": 2}', "1" * 10_000])
def test_a_text_that_is_not_a_record_is_rejected(text: str) -> None:
    with pytest.raises(BadRecord, match="not a "):
        parse(text)


@given(st.data())
def test_a_cut_or_changed_record_is_rejected(data: st.DataObject) -> None:
    whole = dump(played(WAR, (1, 3), (0, 0)))
    place = data.draw(st.integers(0, len(whole) - 3))
    with pytest.raises(BadRecord):
        parse(whole[:place])
    letter = data.draw(st.sampled_from("0123456789xyz[]{}"))
    changed = whole[:place] + letter + whole[place + 1 :]
    if json_or_none(changed) != json.loads(whole):
        with pytest.raises(BadRecord):
            parse(changed)


def json_or_none(text: str) -> object:
    try:
        return json.loads(text)
    except ValueError:
        return None


def test_the_transcript_of_a_match() -> None:
    match = played(parlour.game("token-showdown", tokens=9, points=1), (4, 4), (2, 5))
    match.seats = ("human", "random")
    text = transcript(match)
    assert text.startswith("Token Showdown (tokens=9, points=1): Player A human, Player B random, seed 0\n")
    assert "It's a tie: nobody scores." in text
    assert text.endswith("Game Over!\nPlayer B wins with 1 victory point!\n")


def test_the_transcript_of_an_unfinished_match() -> None:
    match = played(WAR, (1, 3))
    assert transcript(match).endswith("The match is not finished: 1 turn so far.\n")
    match.stop(Failure(1, "it raised"))
    assert "Player 2 (human) failed: it raised. The match ends here, undecided." in transcript(match)


def test_history_has_one_line_per_turn() -> None:
    match = played(parlour.game("tower-siege"), 3, 3, (4, 5), 0)
    assert history(match) == [
        "#1 Player 1: move 3",
        "#2 Player 2: move 3",
        "#3 Player 1: card 4, Player 2: card 5",
        "#4 Player 1: rest",
    ]
    assert history(match, 1) == ["#4 Player 1: rest"]
