"""What requests do to a match, with both stores."""

from __future__ import annotations

import pytest
from server.tables import NOW, SECRETS, WATCH, Kept

from parlour.games.errors import BadGame
from parlour.games.game import Game
from parlour.server import choosing, heartbeat, offers, table
from parlour.server.seals import SealKey
from parlour.server.store.base import Store
from parlour.server.table import COMPUTER, PERSON, REMATCH, TAKE_BACK, Illegal, NotFound, Refused

MINUTE = 60_000


def test_a_round_is_sealed_and_then_revealed(store: Store) -> None:
    kept = Kept(store)
    assert kept.choose(0, 7, "k") == {"sealed": True, "round": 1, "undone": 0, "version": 2}
    current = kept.table()
    assert (current.chosen, current.choosing, current.round, current.decisions) == ({0}, [1], 1, [])
    kept.choose(1, 9)
    current = kept.table()
    assert (current.chosen, current.choosing, current.round) == (set(), [0, 1], 2)
    assert kept.decisions() == [(7, 9)]
    assert current.states[1] == current.game.play(current.game.start(), 7, 9)


def test_the_same_request_gets_the_same_answer_at_any_time(store: Store) -> None:
    kept = Kept(store)
    answer = kept.choose(0, 7, "k", (1, 0))
    version = kept.table().row.version
    assert kept.choose(0, 8, "k", (1, 0)) == answer  # whatever else it says
    assert kept.table().row.version == version
    kept.choose(1, 9, "k", (1, 0))  # keys of the other player are others
    assert kept.choose(0, 7, "k", (1, 0)) == answer
    assert kept.decisions() == [(7, 9)]
    kept.resign(0)
    assert kept.choose(0, 7, "k", (1, 0)) == answer


@pytest.mark.parametrize("action", [7, 8, 101])
def test_a_second_choice_is_refused_in_the_same_words_whatever_it_is(store: Store, action: int) -> None:
    kept = Kept(store)
    kept.choose(0, 7)
    version = kept.table().row.version
    with pytest.raises(Refused, match=r"^you have already chosen in this round$"):
        kept.choose(0, action)
    assert kept.table().row.version == version


@pytest.mark.parametrize("at", [(1, 0), (3, 0), (2, 1)])
def test_choices_for_other_rounds_leave_no_trace(store: Store, at: tuple[int, int]) -> None:
    kept = Kept(store)
    kept.play((5, 6))
    before = kept.table()
    with pytest.raises(Refused, match="another round"):
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
    assert kept.decisions() == [(0, 0)]
    assert kept.table().choosing == [1]


def test_the_end_by_the_rules(store: Store) -> None:
    kept = Kept(store, rules={"points": 1})
    kept.play((5, 6))
    row = kept.table().row
    assert (row.outcome, row.winner, row.reason) == ("won", 1, "")
    with pytest.raises(Refused, match="the match is over"):
        kept.choose(0, 1, at=(2, 0))


def test_a_very_long_match_is_stopped(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(choosing, "MOST_DECISIONS", 2)
    kept = Kept(store)
    kept.play((5, 6), (5, 6))
    current = kept.table()
    assert (current.row.outcome, current.row.winner, current.row.reason) == ("unfinished", -1, "limit")
    assert current.match().result.outcome == "unfinished"


def test_computers_choose_first(store: Store) -> None:
    kept = Kept(store, kinds=(PERSON, COMPUTER))
    assert kept.table().computers == [1]
    with pytest.raises(Refused, match="the computer has not chosen yet"):
        kept.choose(0, 5)
    kept.choose(1, 6)
    kept.choose(0, 5)
    assert kept.decisions() == [(5, 6)]


def test_a_lost_key_costs_the_open_round_only(store: Store) -> None:
    kept = Kept(store)
    kept.play((5, 6))
    kept.choose(0, 7)
    kept.choose(1, 8, seal_key=SealKey(b"n" * 32))
    current = kept.table()
    assert (kept.decisions(), current.row.undone, current.chosen) == ([(5, 6)], 1, set())
    kept.play((1, 2))
    assert kept.decisions() == [(5, 6), (1, 2)]


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


# Take-backs and rematches


def test_a_take_back_needs_both_and_opens_nothing(store: Store) -> None:
    kept = Kept(store)
    kept.play((5, 6))
    kept.choose(0, 7)
    kept.offer(0, TAKE_BACK)
    assert kept.table().chosen == {0}
    kept.offer(1, TAKE_BACK)
    current = kept.table()
    assert (kept.decisions(), current.row.undone, current.chosen) == ([(5, 6)], 1, set())
    assert [seat.offer for seat in current.seats] == ["", ""]
    kept.offer(1, TAKE_BACK)
    kept.offer(0, TAKE_BACK)
    assert (kept.decisions(), kept.table().row.undone) == ([], 2)


def test_who_has_not_chosen_yet_can_accept_a_take_back(store: Store) -> None:
    kept = Kept(store, "color-capture")
    kept.choose(0, 0)
    with pytest.raises(Refused, match="nothing to take back"):
        kept.offer(1, TAKE_BACK)
    kept.offer(0, TAKE_BACK)
    kept.offer(1, TAKE_BACK)
    assert kept.decisions() == []
    assert kept.table().choosing == [0]


def test_going_on_withdraws_the_offer(store: Store) -> None:
    kept = Kept(store)
    kept.play((5, 6))
    kept.offer(0, TAKE_BACK)
    kept.choose(0, 7)
    assert kept.table().seats[0].offer == ""
    kept.offer(0, TAKE_BACK)
    kept.choose(1, 8)
    assert [seat.offer for seat in kept.table().seats] == ["", ""]


def test_offers_that_change_nothing_have_no_version(store: Store) -> None:
    kept = Kept(store)
    kept.play((5, 6))
    kept.offer(0, TAKE_BACK)
    version = kept.table().row.version
    kept.offer(0, TAKE_BACK)
    assert kept.table().row.version == version
    kept.decline()
    kept.decline()
    assert kept.table().row.version == version + 1


def test_the_computer_agrees_to_everything(store: Store) -> None:
    kept = Kept(store, kinds=(PERSON, COMPUTER))
    kept.choose(1, 6)
    kept.choose(0, 5)
    kept.offer(0, TAKE_BACK)
    assert (kept.decisions(), kept.table().row.undone) == ([], 1)
    kept.resign(0)
    kept.offer(0, REMATCH)
    assert kept.table().row.next


def follow(kept: Kept, seat: int | None, secret: str) -> tuple[str, str]:
    return kept.do(lambda tx: offers.follow(tx, table.load(tx, kept.id), seat, secret, NOW))


def test_a_rematch_swaps_seats_and_has_secrets_of_its_own(store: Store) -> None:
    kept = Kept(store, rules={"points": 3}, clock=MINUTE, increment=1_000)
    with pytest.raises(Refused, match="still going on"):
        kept.offer(0, REMATCH)
    with pytest.raises(Refused, match="no rematch"):
        follow(kept, 0, SECRETS[0])
    kept.resign(0)
    kept.offer(0, REMATCH)
    kept.offer(1, REMATCH)
    kept.offer(1, REMATCH)  # once more changes nothing
    new_id = kept.table().row.next
    new = kept.do(lambda tx: table.load(tx, new_id))
    assert new.waiting
    assert (new.game.named_rules()["points"], new.row.clock, new.row.increment) == (3, MINUTE, 1_000)
    for stranger in ("", *SECRETS, WATCH):  # nobody has followed yet, and old secrets are worth nothing here
        with pytest.raises(NotFound):
            table.seat_of(new.row, new.seats, stranger)
    found = [follow(kept, seat, SECRETS[seat]) for seat in (0, 1)]
    watching = follow(kept, None, WATCH)
    new = kept.do(lambda tx: table.load(tx, new_id))
    assert follow(kept, 0, SECRETS[0]) == found[0]  # another device
    assert [table.seat_of(new.row, new.seats, secret) for _, secret in found] == [1, 0]
    assert table.seat_of(new.row, new.seats, watching[1]) is None
    assert not new.waiting


# Seats


def test_a_link_is_a_seat(store: Store) -> None:
    kept = Kept(store)
    current = kept.table()
    assert [table.seat_of(current.row, current.seats, secret) for secret in (*SECRETS, WATCH)] == [0, 1, None]
    for wrong in ("", "wrong", current.seats[0].secret_hash):
        with pytest.raises(NotFound, match=r"^there is no such match$"):
            table.seat_of(current.row, current.seats, wrong)
    assert table.player_of(current, SECRETS[1]) == 1
    for wrong in (WATCH, "", "wrong"):
        with pytest.raises(NotFound, match=r"^there is no such match$"):
            table.player_of(current, wrong)


@pytest.mark.parametrize("name", ["", "x", "\0", "a b", "é", "x" * 41, "../x", "'; DROP TABLE matches; --"])
def test_matches_that_do_not_exist(store: Store, name: str) -> None:
    with pytest.raises(NotFound):
        store.submit(lambda tx: table.load(tx, name)).result(10)


def test_joining_starts_the_match(store: Store) -> None:
    kept = Kept(store)
    kept.do(lambda tx: table.renew(tx, table.load(tx, kept.id), 0, "new link", NOW))
    assert kept.table().waiting
    with pytest.raises(Refused, match="has not opened the link"):
        kept.choose(0, 5)
    kept.now += 5_000
    with pytest.raises(NotFound):
        kept.do(lambda tx: table.join(tx, kept.id, SECRETS[1], "Eve", kept.now))
    assert kept.do(lambda tx: table.join(tx, kept.id, "new link", "Bob", kept.now)) == 1
    current = kept.table()
    assert not current.waiting
    assert (current.seats[1].name, current.row.began) == ("Bob", kept.now)
    assert kept.do(lambda tx: table.join(tx, kept.id, WATCH, "Sue", kept.now)) is None


def test_a_link_can_be_renewed_before_the_first_decision_only(store: Store) -> None:
    kept = Kept(store)
    kept.choose(0, 5)
    kept.do(lambda tx: table.renew(tx, table.load(tx, kept.id), 0, "new link", NOW))
    assert not kept.table().sealed
    kept.do(lambda tx: table.join(tx, kept.id, "new link", "", NOW))
    kept.play((5, 6))
    with pytest.raises(Refused, match="only before the first decision"):
        kept.do(lambda tx: table.renew(tx, table.load(tx, kept.id), 0, "another", NOW))


def test_a_sign_of_life_changes_nothing_else(store: Store) -> None:
    kept = Kept(store)
    kept.do(lambda tx: table.see(tx, kept.id, 0, NOW))
    kept.do(lambda tx: table.see(tx, kept.id, 0, NOW + 10_000))
    kept.do(lambda tx: table.see(tx, kept.id, 0, 0))
    seats = kept.table().seats
    assert [seat.seen for seat in seats] == [0, 0]
    assert kept.table().row.version == 1
    store.submit(lambda tx: table.see(tx, "nothing", 0, NOW)).result(10)


# Clocks


def on_clock(store: Store) -> Kept:
    kept = Kept(store, clock=MINUTE, increment=2_000)
    kept.do(lambda tx: tx.beat(kept.now))
    return kept


def wait(kept: Kept, milliseconds: int) -> None:
    """Time goes by on a server that is alive."""
    kept.now += milliseconds
    kept.do(lambda tx: tx.beat(kept.now))


def left(kept: Kept) -> list[int]:
    return [choosing.time_left(kept.table(), seat, kept.now) for seat in (0, 1)]


def test_clocks_run_until_somebody_has_chosen(store: Store) -> None:
    kept = on_clock(store)
    wait(kept, 10_000)
    assert left(kept) == [50_000, 50_000]
    kept.choose(0, 5)
    wait(kept, 10_000)
    assert left(kept) == [52_000, 40_000]
    kept.choose(1, 6)
    assert left(kept) == [52_000, 42_000]


def test_the_last_millisecond(store: Store) -> None:
    kept = on_clock(store)
    wait(kept, MINUTE - 1)
    kept.flag()
    assert not kept.table().over
    kept.choose(0, 5)
    wait(kept, 1)
    with pytest.raises(Refused, match="the time is up"):
        kept.choose(1, 6)
    kept.flag()
    row = kept.table().row
    assert (row.outcome, row.winner, row.reason) == ("won", 0, "time")
    assert not kept.table().sealed


def test_nobody_wins_if_the_time_of_both_is_up(store: Store) -> None:
    kept = on_clock(store)
    wait(kept, MINUTE)
    kept.flag()
    row = kept.table().row
    assert (row.outcome, row.winner, row.reason) == ("unfinished", -1, "time")


def test_a_match_without_a_clock_has_no_end(store: Store) -> None:
    kept = Kept(store)
    kept.now += 10**9
    kept.flag()
    assert not kept.table().over


def test_clocks_stand_still_while_the_server_is_down(store: Store) -> None:
    kept = on_clock(store)
    wait(kept, 10_000)
    kept.now += 3_600_000
    kept.do(lambda tx: heartbeat.wake_up(tx, kept.now))
    assert left(kept) == [50_000, 50_000]


def test_clocks_stand_still_while_nothing_can_be_stored(store: Store) -> None:
    """The first thing that is stored after an outage may be a choice, or the end of the time."""
    for first in (Kept.flag, lambda kept: kept.choose(0, 5)):
        kept = on_clock(store)
        wait(kept, 10_000)
        kept.now += 3_600_000
        first(kept)
        assert not kept.table().over
        assert left(kept)[1] == 50_000


def test_clocks_survive_that_the_time_of_day_is_set_back(store: Store) -> None:
    kept = on_clock(store)
    wait(kept, 10_000)
    kept.now -= 24 * 3_600_000
    kept.do(lambda tx: heartbeat.wake_up(tx, kept.now))
    assert left(kept) == [50_000, 50_000]
    wait(kept, 10_000)
    assert left(kept) == [40_000, 40_000]


def test_a_slow_beat_is_no_outage(store: Store) -> None:
    kept = on_clock(store)
    kept.now += heartbeat.GRACE
    kept.do(lambda tx: heartbeat.beat(tx, kept.now))
    assert left(kept) == [MINUTE - heartbeat.GRACE] * 2
    kept.do(lambda tx: heartbeat.beat(tx, kept.now - 3_000))  # of another process, whose clock is late
    assert kept.do(lambda tx: tx.last_beat()) == kept.now


# Lists


def test_public_matches_and_old_ones(store: Store) -> None:
    private, public = Kept(store), Kept(store, public=True)
    over = Kept(store, public=True)
    over.resign(0)
    assert public.do(lambda tx: tx.public_matches(10)) == [public.id]
    assert public.do(lambda tx: tx.public_matches(0)) == []
    assert set(public.do(lambda tx: tx.running())) == {private.id, public.id}
    assert public.do(lambda tx: tx.count_running()) == 2
    private.do(lambda tx: tx.remove_idle(NOW + 1))
    with pytest.raises(NotFound):
        private.table()
    assert over.table().over
