"""A line of play: turns with their states, new lines, and what is refused."""

from __future__ import annotations

import pickle
from typing import Any

import pytest
from hypothesis import given
from support import matches

import parlour
from parlour import IllegalAction, ParlourError
from parlour.games.line import Line, Turn
from parlour.match.match import Match

SIEGE = parlour.game("tower-siege")


def test_a_line_begins_at_the_start() -> None:
    line = Line(SIEGE)
    assert (len(line), line.state, line.states, line.turns) == (0, SIEGE.start(), (SIEGE.start(),), ())
    assert line.to_act == (0,)


def test_play_returns_a_new_line_and_leaves_the_old_one() -> None:
    line = Line(SIEGE).play(3)
    longer = line.play(3).play(4, 5)
    assert line.choices == ((3,),)
    assert longer.choices == ((3,), (3,), (4, 5))
    assert longer.state == SIEGE.play(SIEGE.play(line.state, None, 3), 4, 5)


def test_a_turn_has_its_states_its_actors_and_their_choices() -> None:
    line = Line(SIEGE, [(3,), (3,), (4, 5)])
    first, second, third = line.turns
    assert first == Turn(SIEGE.start(), (0,), (3,), line.states[1])
    assert (second.actors, second.choices, second.both) == ((1,), (3,), (3, 3))
    assert (third.actors, third.choices, third.both, third.after) == ((0, 1), (4, 5), (4, 5), line.state)


def test_public_turns_hide_what_is_hidden() -> None:
    line = Line(parlour.game("resource-war", hidden="yes"), [(1, 3), (0, 1)])
    full: Any = line.turns[-1].before
    public: Any = line.public_turns[-1].before
    assert (full.resource2, public.resource2) == (2, -1)
    assert [turn.choices for turn in line.public_turns] == [(1, 3), (0, 1)]
    assert (line.public_turn(0), line.public_turn(1), line.public_turn(-1)) == (
        *line.public_turns,
        line.public_turns[1],
    )
    with pytest.raises(IndexError):
        line.public_turn(2)


def test_the_first_impossible_turn_is_named() -> None:
    with pytest.raises(IllegalAction, match=r"turn 2: Player 2 \(player 1\) cannot choose 4; allowed: 0 to 3"):
        Line(SIEGE, [(1,), (4,), (9,)])
    with pytest.raises(IllegalAction, match=r"turn 3: \(1,\) does not fit: this state takes two actions"):
        Line(SIEGE, [(3,), (3,), (1,)])


def test_turns_are_taken_back() -> None:
    line = Line(SIEGE, [(3,), (3,), (4, 5)])
    assert line.take_back(2) == Line(SIEGE, [(3,)])
    assert line.take_back().state == line.states[2]
    for turns in (0, 4, -1):
        with pytest.raises(ParlourError, match=f"cannot take back {turns} of 3 turns"):
            line.take_back(turns)


def test_a_player_takes_back_as_many_turns_as_lead_to_another_choice() -> None:
    line = Line(SIEGE, [(1,), (0,), (3,)])
    assert [line.turns_to_take_back(player) for player in (0, 1)] == [1, 2]
    assert [line.take_back().turns_to_take_back(player) for player in (0, 1)] == [2, 1]
    assert [Line(SIEGE, [(1,)]).turns_to_take_back(player) for player in (0, 1)] == [1, 0]


def test_a_forced_choice_can_be_skipped() -> None:
    line = Line(parlour.game("tower-siege", tower=4), [(3,), (0,), (1,)])  # from 3, the hero can only move 1
    assert [line.turns_to_take_back(0, skip_forced) for skip_forced in (False, True)] == [1, 3]


def test_lines_are_equal_if_game_and_choices_are() -> None:
    one, other = Line(SIEGE, [(1,)]), Line(SIEGE).play(1)
    assert one == other
    assert hash(one) == hash(other)
    assert one != Line(SIEGE, [(2,)])
    assert one != Line(parlour.game("tower-siege", tower=12), [(1,)])
    assert one != "a line"
    assert repr(one).startswith("<Line of parlour.game('tower-siege'): 1 turns, State(")


@given(matches())
def test_a_line_replays_from_its_choices_and_through_pickle(match: Match) -> None:
    line = match.line
    again: Line = pickle.loads(pickle.dumps(line))
    assert again == Line(match.game, line.choices) == line
    assert again.states == line.states
    assert [turn.after for turn in line.turns] == list(line.states[1:])
