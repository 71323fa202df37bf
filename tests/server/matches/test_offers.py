"""Take-backs and rematches, with both stores."""

from __future__ import annotations

import pytest
from server.tables import NOW, SECRETS, WATCH, Kept

from parlour.server.errors import NotFound, Refused
from parlour.server.matches import offers, seats, stored
from parlour.server.matches.seals import SealKey
from parlour.server.matches.stored import COMPUTER, PERSON, REMATCH, TAKE_BACK
from parlour.server.store.store import Store

MINUTE = 60_000


def test_a_take_back_needs_both_and_opens_nothing(store: Store) -> None:
    kept = Kept(store)
    kept.play((5, 6))
    kept.choose(0, 7)
    kept.offer(0, TAKE_BACK)
    assert kept.table().chosen == {0}
    kept.accept(1, TAKE_BACK)
    current = kept.table()
    assert (kept.turns(), current.row.taken_back, current.chosen) == ([(5, 6)], 1, set())
    assert [seat.offer for seat in current.seats] == ["", ""]
    kept.offer(1, TAKE_BACK)
    kept.accept(0, TAKE_BACK)
    assert (kept.turns(), kept.table().row.taken_back) == ([], 2)


def test_who_has_not_chosen_yet_can_accept_a_take_back(store: Store) -> None:
    kept = Kept(store, "color-capture")
    kept.choose(0, 0)
    with pytest.raises(Refused, match="nothing to take back"):
        kept.offer(1, TAKE_BACK)
    kept.offer(0, TAKE_BACK)
    kept.accept(1, TAKE_BACK)
    assert kept.turns() == []
    assert kept.table().choosing == [0]


def test_a_repeated_offer_takes_back_no_other_turn(store: Store) -> None:
    """The answer may have been lost. The computer agrees at once, so the second request would take back one more."""
    kept = Kept(store, kinds=(PERSON, COMPUTER))
    for _ in range(3):
        kept.choose(1, 6)
        kept.choose(0, 5)
    at = kept.table().turn, 0
    kept.offer(0, TAKE_BACK, at)
    with pytest.raises(Refused, match="this offer belongs to another turn"):
        kept.offer(0, TAKE_BACK, at)
    assert len(kept.turns()) == 2


def test_take_backs_have_an_end(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every one is kept in the record."""
    monkeypatch.setattr(offers, "MOST_TAKE_BACKS", 1)
    kept = Kept(store, kinds=(PERSON, COMPUTER))
    for _ in range(2):
        kept.choose(1, 6)
        kept.choose(0, 5)
    kept.offer(0, TAKE_BACK)
    with pytest.raises(Refused, match="that is the limit"):
        kept.offer(0, TAKE_BACK)


def test_an_offer_lapses_when_the_server_has_lost_its_key(store: Store) -> None:
    """It meant the choice that was sealed, and would take back the turn before."""
    kept = Kept(store)
    kept.play((5, 6))
    kept.choose(0, 7)
    kept.offer(0, TAKE_BACK)
    kept.choose(1, 8, seal_key=SealKey(b"n" * 32))
    assert [seat.offer for seat in kept.table().seats] == ["", ""]
    with pytest.raises(Refused, match="this offer does not stand any more"):
        kept.accept(1, TAKE_BACK)


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
    assert (kept.turns(), kept.table().row.taken_back) == ([], 1)
    kept.resign(0)
    kept.offer(0, REMATCH)
    assert kept.table().row.next


def follow(kept: Kept, seat: int | None, secret: str) -> tuple[str, str]:
    return kept.do(lambda tx: offers.follow(tx, stored.load(tx, kept.id), seat, secret, NOW))


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
    new = kept.do(lambda tx: stored.load(tx, new_id))
    assert new.waiting
    assert (new.game.named_rules()["points"], new.row.clock, new.row.increment) == (3, MINUTE, 1_000)
    for stranger in ("", *SECRETS, WATCH):  # nobody has followed yet, and old secrets are worth nothing here
        with pytest.raises(NotFound):
            seats.seat_of(new, stranger)
    found = [follow(kept, seat, SECRETS[seat]) for seat in (0, 1)]
    watching = follow(kept, None, WATCH)
    new = kept.do(lambda tx: stored.load(tx, new_id))
    assert follow(kept, 0, SECRETS[0]) == found[0]  # another device
    assert [seats.seat_of(new, secret) for _, secret in found] == [1, 0]
    assert seats.seat_of(new, watching[1]) is None
    assert not new.waiting
