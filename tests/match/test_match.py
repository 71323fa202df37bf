"""Matches: choices, seals, views and taking back."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import matches, played

import parlour
from parlour import BadGame, IllegalAction, ParlourError
from parlour.match.match import AlreadyChosen, Failure, Match, Result, Seal

WAR = parlour.game("resource-war")


def test_a_secret_round_is_played_when_both_choices_are_in() -> None:
    match = Match(WAR)
    assert match.choose(1, 2) is False
    assert match.state == WAR.start()
    assert match.view(0).chosen == (1,)
    assert match.choose(0, 3) is True
    assert match.line.choices == ((3, 2),)
    assert match.view(0).chosen == ()


def test_rules_that_leave_their_bounds_are_reported_and_nothing_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    match = Match(WAR)
    monkeypatch.setattr(WAR.module, "play", lambda _, state, *__: state._replace(bidding1=99))
    with pytest.raises(BadGame, match=r"the rules of resource-war leave their own bounds; to see where: parlour check"):
        match.play(3, 2)
    assert match.line.choices == ()


def test_the_first_choice_stands() -> None:
    match = Match(WAR)
    match.choose(0, 3)
    with pytest.raises(AlreadyChosen, match="cannot be changed"):
        match.choose(0, 4)
    match.choose(1, 2)
    assert match.line.choices == ((3, 2),)


def test_after_an_illegal_choice_the_player_can_choose_again() -> None:
    match = Match(WAR)
    with pytest.raises(IllegalAction, match="cannot choose 11; allowed: 0 to 10"):
        match.choose(0, 11)
    match.choose(0, 10)
    assert match.view().chosen == (0,)


def test_only_the_player_to_act_may_choose() -> None:
    match = Match(parlour.game("tower-siege"))
    with pytest.raises(IllegalAction, match="Player 2 is not to act: it is the other player's turn"):
        match.choose(1, 1)
    over = played(parlour.game("tower-siege", tower=1), 1)
    with pytest.raises(IllegalAction, match="Player 1 is not to act: the match is over"):
        over.choose(0, 1)
    with pytest.raises(IllegalAction, match="players are 0 and 1"):
        match.choose(2, 1)


def test_a_seal_shows_who_has_chosen_and_nothing_else() -> None:
    low, high = Seal((0, 1)), Seal((0, 1))
    low.put(1, 1)
    high.put(1, 99)
    assert repr(low) == repr(high) == "<Seal: chosen (1,) of (0, 1)>"
    with pytest.raises(ParlourError, match="sealed until both are in"):
        low.open()
    for attempt in (pickle.dumps, copy.copy, copy.deepcopy):
        with pytest.raises(ParlourError, match="cannot be copied or stored"):
            attempt(low)


@given(matches(most=20), st.data())
def test_views_are_the_same_whatever_the_sealed_choice_is(match: Match, data: st.DataObject) -> None:
    if len(match.to_act) != 2:
        return
    first = data.draw(st.sampled_from((0, 1)))
    views = set()
    for action in data.draw(st.lists(st.sampled_from(match.view(first).actions), min_size=2, max_size=4)):
        again = Match(match.game, match.seats, match.seed)
        again.line = match.line
        again.choose(first, action)
        assert first in again.view(1 - first).chosen
        views.add(repr([again.view(seat) for seat in (0, 1, None)]).encode())
    assert len(views) == 1


def test_a_view_has_exactly_these_fields() -> None:
    view = Match(WAR, seed=7).view(0)
    assert view._fields == ("game", "player", "state", "to_act", "chosen", "actions", "choices")
    assert view.actions == tuple(range(11))
    assert Match(WAR).view(None).actions == ()


def test_the_result_of_a_match() -> None:
    assert Match(WAR).result == Result("running")
    assert played(WAR, (7, 0)).result == Result("won", 0)
    assert played(WAR, (10, 10)).result == Result("drawn")
    stopped = Match(WAR)
    stopped.stop()
    assert stopped.result == Result("unfinished")
    assert stopped.to_act == ()
    assert stopped.view(0).actions == ()
    failed = Match(WAR)
    failed.stop(Failure(1, "it fell asleep"))
    assert failed.result == Result("failed", None, Failure(1, "it fell asleep"))
    over = played(WAR, (7, 0))
    over.stop()
    assert over.result.outcome == "won"


@pytest.mark.parametrize("choices", [(3,), (1, 2, 3), ()])
def test_a_secret_round_takes_two_actions(choices: tuple[int, ...]) -> None:
    with pytest.raises(IllegalAction, match="two actions"):
        Match(WAR).play(*choices)


def test_a_turn_takes_one_action() -> None:
    siege = parlour.game("tower-siege", tower=1)
    with pytest.raises(IllegalAction, match="one action"):
        Match(siege).play(1, 1)
    with pytest.raises(IllegalAction, match="no action, the game is over"):
        played(siege, 1).play(1)


@pytest.mark.parametrize("choices", [(3, 11), (11, 3)])
def test_an_illegal_choice_changes_nothing(choices: tuple[int, int]) -> None:
    match = Match(WAR)
    with pytest.raises(IllegalAction, match="cannot choose 11"):
        match.play(*choices)
    assert match.view() == Match(WAR).view()


@pytest.mark.parametrize("player", [0, 1])
def test_a_played_turn_cannot_replace_a_sealed_choice(player: int) -> None:
    match = Match(WAR)
    match.choose(player, 3)
    with pytest.raises(AlreadyChosen):
        match.play(1, 2)
    assert match.line.choices == ()
    assert match.view().chosen == (player,)


def test_a_stopped_match_takes_no_turn() -> None:
    match = Match(WAR)
    match.stop()
    with pytest.raises(IllegalAction, match="the match is over"):
        match.play(1, 2)


def test_public_turns_are_what_everybody_saw() -> None:
    match = played(parlour.game("resource-war", hidden="yes"), (1, 3), (0, 1))
    before: Any = match.line.public_turns[-1].before
    assert before.resource2 == -1
    assert [(turn.actors, turn.choices) for turn in match.line.public_turns] == [((0, 1), (1, 3)), ((0, 1), (0, 1))]


# Taking back


def test_turns_are_taken_back() -> None:
    match = played(parlour.game("tower-siege"), 1, 2, 3)
    match.take_back(2)
    assert match.line.choices == ((1,),)
    assert match.taken_back == 1


def test_taking_back_discards_a_sealed_choice() -> None:
    match = played(WAR, (1, 1))
    match.choose(1, 5)
    match.take_back()
    assert match.view().chosen == ()


@pytest.mark.parametrize("length", [0, 2, -1])
def test_only_past_turns_can_be_taken_back(length: int) -> None:
    with pytest.raises(ParlourError, match="cannot take back"):
        played(WAR, (1, 1)).take_back(length)


def test_random_sources_repeat_for_the_same_seed_and_change_after_a_take_back() -> None:
    def draw(match: Match, player: int = 0) -> float:
        return match.chance(player).random()

    match = played(WAR, (1, 1))
    assert draw(match) == draw(played(WAR, (1, 1)))
    assert len({draw(match), draw(match, 1), draw(Match(WAR)), draw(Match(WAR, seed=1))}) == 4
    before = draw(Match(WAR))
    match.take_back()
    assert draw(match) != before
