"""What somebody may ask for, and that everything else gets one clear sentence."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.games.errors import ParlourError
from parlour.server.contents import game_in, line_in, turns_in
from parlour.server.contents import new_match_in as read_new_match
from parlour.server.live.tasks import given_turns
from parlour.server.matches.seats import NewMatch
from parlour.server.matches.stored import COMPUTER, PERSON

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


def new_match_in(content: dict[str, Any]) -> tuple[NewMatch, int]:
    """As a server reads it: the turns are left to a worker."""
    new, seat = read_new_match(content, "creator")
    turns = turns_in(content)
    return new._replace(given=given_turns(new.game, turns, 1.0) if turns else ()), seat


FIELDS = ("game", "rules", "seat", "opponent", "name", "clock", "public", "turns")


def test_the_least_that_somebody_can_say() -> None:
    new, own = new_match_in({"game": "tower-siege"})
    assert own in (0, 1)
    assert [seat.kind for seat in new.seats] == [PERSON, PERSON]
    assert [seat.taken for seat in new.seats].count(True) == 1
    assert len({*(seat.secret for seat in new.seats), new.watch}) == 3
    assert not new.public
    assert new.clock == 0


@pytest.mark.parametrize(("seat", "number"), [("first", 0), ("second", 1)])
def test_against_the_computer(seat: str, number: int) -> None:
    new, found = new_match_in(
        {"game": "tower-siege", "opponent": "hard", "seat": seat, "name": " Ann ", "rules": {"tower": 12}}
    )
    own, other = new.seats[number], new.seats[1 - number]
    assert found == number
    assert (own.kind, own.name, own.taken) == (PERSON, "Ann", True)
    assert (other.kind, other.name, other.secret, other.taken) == (COMPUTER, "hard", "", True)
    assert new.game.named_rules()["tower"] == 12


def test_a_clock_is_given_in_minutes_and_seconds() -> None:
    new, _ = new_match_in({"game": "tower-siege", "clock": {"minutes": 5, "increment": 3}})
    assert (new.clock, new.increment) == (300_000, 3_000)


def test_a_match_can_begin_at_a_position() -> None:
    new, _ = new_match_in({"game": "token-showdown", "turns": [[5, 7], [2, 1]]})
    assert [turn[:2] for turn in new.given] == [(5, 7), (2, 1)]


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ({}, "game must be a text"),
        ({"game": "chess"}, "chess"),
        ({"game": "tower-siege", "rules": {"tower": 10**9}}, "tower"),
        ({"game": "tower-siege", "rules": {"name": 1}}, "name"),
        ({"game": "tower-siege", "rules": []}, "rules must be an object"),
        ({"game": "tower-siege", "rules": {"tower": True}}, "tower"),
        ({"game": "tower-siege", "seat": "third"}, "seat must be one of"),
        ({"game": "tower-siege", "opponent": "nobody"}, "opponent must be friend"),
        ({"game": "tower-siege", "public": "yes"}, "public must be true or false"),
        ({"game": "tower-siege", "name": "x" * 41}, "a name has 1 to 40 characters"),
        ({"game": "tower-siege", "name": "a\u202eb"}, "only visible characters"),
        ({"game": "tower-siege", "name": "a\nb"}, "only visible characters"),
        ({"game": "tower-siege", "name": "perfect"}, "the name perfect is reserved"),
        ({"game": "tower-siege", "name": 5}, "name must be a text"),
        ({"game": "tower-siege", "clock": {"minutes": 0}}, "minutes must be a whole number from 1"),
        ({"game": "tower-siege", "clock": {"minutes": True}}, "minutes must be"),
        ({"game": "tower-siege", "clock": 5}, "clock must be an object"),
        ({"game": "token-showdown", "turns": [[101, 0]]}, "cannot be played"),
        ({"game": "token-showdown", "decisions": [[5, 7]]}, "protocol 2 calls decisions turns"),
        ({"game": "token-showdown", "turns": [5]}, "cannot be played"),
        ({"game": "token-showdown", "turns": [[100, 0]] * 1_001}, "at most 1000"),
        ({"game": "token-showdown", "rules": {"points": 1}, "turns": [[2, 1]]}, "the game is over"),
    ],
)
def test_what_is_refused(content: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ParlourError, match=sentence):
        new_match_in(content)


@given(st.fixed_dictionaries({}, optional=dict.fromkeys(FIELDS, json_values)))
def test_nonsense_never_breaks_anything(content: dict[str, Any]) -> None:
    for read in (new_match_in, game_in, line_in):
        with suppress(ParlourError):
            read(content)
