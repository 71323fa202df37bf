"""What a choice does to a match, with both stores."""

from __future__ import annotations

import pytest
from server.tables import Kept

from parlour.games.errors import BadGame
from parlour.games.game import Game
from parlour.server.errors import Illegal, Refused
from parlour.server.matches import choosing
from parlour.server.matches.seals import SealKey
from parlour.server.matches.stored import COMPUTER, PERSON
from parlour.server.store.store import Store


def test_a_round_is_sealed_and_then_revealed(store: Store) -> None:
    kept = Kept(store)
    assert kept.choose(0, 7, "k") == {"sealed": True, "turn": 1, "taken_back": 0, "version": 2}
    current = kept.table()
    assert (current.chosen, current.choosing, current.turn, kept.turns()) == ({0}, [1], 1, [])
    kept.choose(1, 9)
    current = kept.table()
    assert (current.chosen, current.choosing, current.turn) == (set(), [0, 1], 2)
    assert kept.turns() == [(7, 9)]
    assert current.state == current.game.play(current.game.start(), 7, 9)


def test_the_same_request_gets_the_same_answer_at_any_time(store: Store) -> None:
    kept = Kept(store)
    answer = kept.choose(0, 7, "k", (1, 0))
    version = kept.table().row.version
    assert kept.choose(0, 8, "k", (1, 0)) == answer  # whatever else it says
    assert kept.table().row.version == version
    kept.choose(1, 9, "k", (1, 0))  # keys of the other player are others
    assert kept.choose(0, 7, "k", (1, 0)) == answer
    assert kept.turns() == [(7, 9)]
    kept.resign(0)
    assert kept.choose(0, 7, "k", (1, 0)) == answer


@pytest.mark.parametrize("action", [7, 8, 101])
def test_a_second_choice_is_refused_in_the_same_words_whatever_it_is(store: Store, action: int) -> None:
    kept = Kept(store)
    kept.choose(0, 7)
    version = kept.table().row.version
    with pytest.raises(Refused, match=r"^you have already chosen in this turn$"):
        kept.choose(0, action)
    assert kept.table().row.version == version


@pytest.mark.parametrize("at", [(1, 0), (3, 0), (2, 1)])
def test_choices_for_other_rounds_leave_no_trace(store: Store, at: tuple[int, int]) -> None:
    kept = Kept(store)
    kept.play((5, 6))
    before = kept.table()
    with pytest.raises(Refused, match="another turn"):
        kept.choose(0, 7, at=at)
    assert kept.table() == before


def test_illegal_actions(store: Store) -> None:
    kept = Kept(store)
    with pytest.raises(Illegal, match=r"^this action is not legal now$"):
        kept.choose(0, 101)
    assert kept.table().row.version == 1


def test_one_player_at_a_time(store: Store) -> None:
    kept = Kept(store, "color-capture")
    with pytest.raises(Refused, match="not your turn"):
        kept.choose(1, 0)
    kept.choose(0, 0)
    assert kept.turns() == [(0, 0)]
    assert kept.table().choosing == [1]


def test_the_end_by_the_rules(store: Store) -> None:
    kept = Kept(store, rules={"points": 1})
    kept.play((5, 6))
    row = kept.table().row
    assert (row.outcome, row.winner, row.reason) == ("won", 1, "")
    with pytest.raises(Refused, match="the match is over"):
        kept.choose(0, 1, at=(2, 0))


def test_a_very_long_match_is_stopped(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(choosing, "MAX_TURNS", 2)
    kept = Kept(store)
    kept.play((5, 6), (5, 6))
    current = kept.table()
    assert (current.row.outcome, current.row.winner, current.row.reason) == ("unfinished", -1, "limit")
    assert current.result.outcome == "unfinished"


def test_computers_choose_first(store: Store) -> None:
    kept = Kept(store, kinds=(PERSON, COMPUTER))
    assert kept.table().computers == [1]
    with pytest.raises(Refused, match="the computer has not chosen yet"):
        kept.choose(0, 5)
    kept.choose(1, 6)
    kept.choose(0, 5)
    assert kept.turns() == [(5, 6)]


def test_a_lost_key_costs_the_open_round_only(store: Store) -> None:
    kept = Kept(store)
    kept.play((5, 6))
    kept.choose(0, 7)
    kept.choose(1, 8, seal_key=SealKey(b"n" * 32))
    current = kept.table()
    assert (kept.turns(), current.row.taken_back, current.chosen) == ([(5, 6)], 1, set())
    kept.play((1, 2))
    assert kept.turns() == [(5, 6), (1, 2)]


def test_broken_rules_do_not_tell_what_was_sealed(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = Kept(store)
    kept.choose(0, 77)
    monkeypatch.setattr(Game, "holds", lambda *_: False)
    with pytest.raises(BadGame) as caught:
        kept.choose(1, 8)
    assert "77" not in str(caught.value)
    assert kept.table().chosen == {0}


def test_resigning(store: Store) -> None:
    kept = Kept(store)
    kept.choose(1, 9)
    kept.resign(1)
    current = kept.table()
    assert (current.row.outcome, current.row.winner, current.row.reason) == ("won", 0, "resigned")
    assert not current.sealed
    assert current.choosing == []
    with pytest.raises(Refused, match="the match is over"):
        kept.resign(0)
