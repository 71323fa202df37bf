"""Who has a seat: invitations, several devices and renewed links, with both stores."""

from __future__ import annotations

import pytest
from server.tables import SECRETS, WATCH, Kept

from parlour.server.errors import Illegal, NotFound, Refused
from parlour.server.matches import seats, stored
from parlour.server.matches.stored import BOT, PERSON, REMATCH, TAKE_BACK
from parlour.server.store.store import Store

OWN = "own secret of the guest"


def join(kept: Kept, secret: str, own: str = OWN, before: str = "", name: str = "") -> tuple[int | None, str]:
    return kept.do(lambda tx: seats.join(tx, kept.id, seats.Entry(secret, own, before, name), kept.now))


def renew(kept: Kept, seat: int, secret: str, match_id: str = "") -> None:
    kept.do(lambda tx: seats.renew(tx, stored.load(tx, match_id or kept.id), seat, secret, kept.now))


def test_joining_starts_the_match(store: Store) -> None:
    kept = Kept(store, invited="ticket")
    assert kept.table().waiting
    with pytest.raises(Refused, match="has not opened the link"):
        kept.choose(0, 5)
    kept.now += 5_000
    with pytest.raises(NotFound):
        join(kept, "wrong", name="Eve")
    assert join(kept, "ticket", name="Bob") == (1, OWN)
    current = kept.table()
    assert not current.waiting
    assert (current.seats[1].name, current.row.began) == ("Bob", kept.now)
    assert join(kept, WATCH, name="Sue") == (None, WATCH)
    assert join(kept, WATCH, before=OWN) == (1, OWN)  # a player who looks stays a player


def test_an_invitation_takes_the_seat_once(store: Store) -> None:
    kept = Kept(store, invited="ticket")
    join(kept, "ticket", name="Bob")
    before = kept.table()
    for own, known in (("another", ""), (SECRETS[0], SECRETS[0]), ("another", "wrong"), ("another", WATCH)):
        with pytest.raises(Refused, match=r"^somebody has already taken this seat$"):
            join(kept, "ticket", own, known, "Eve")
    with pytest.raises(NotFound):  # and nobody can play with it
        seats.seat_of(before, "ticket")
    assert join(kept, "ticket") == (1, OWN)  # the answer was lost
    assert join(kept, "ticket", "another", OWN) == (1, OWN)  # the same browser opens it again
    assert join(kept, OWN, "another") == (1, OWN)  # another device
    assert kept.table() == before


def test_the_own_secret_is_no_other_link(store: Store) -> None:
    """Whoever has that link would have the seat."""
    for own in ("ticket", WATCH, SECRETS[0]):
        kept = Kept(store, invited="ticket")
        with pytest.raises(Illegal, match="own must be a new secret"):
            join(kept, "ticket", own)
        assert kept.table().waiting


def test_a_link_is_renewed_by_who_created_the_match_until_the_other_has_chosen(store: Store) -> None:
    kept = Kept(store, invited="ticket")
    join(kept, "ticket", name="Eve")
    kept.choose(0, 5)
    sealed = kept.table().sealed
    renew(kept, 0, "new")
    assert kept.table().sealed == sealed  # the choice of who asks for it stays
    assert (kept.table().waiting, kept.table().seats[1].name) == (True, "")
    for secret in ("ticket", OWN):
        with pytest.raises(NotFound):
            join(kept, secret)
    assert join(kept, "new", "bob") == (1, "bob")
    with pytest.raises(Refused, match="only who created the match"):
        renew(kept, 1, "stolen")
    kept.choose(1, 6)
    assert kept.turns() == [(5, 6)]
    with pytest.raises(Refused, match="only before that player has chosen"):
        renew(kept, 0, "another")


def test_a_seat_that_has_sealed_is_never_lost(store: Store) -> None:
    """Not even if the choice is taken back, or if the match began at a position."""
    kept = Kept(store, invited="ticket", turns=((5, 6),))
    join(kept, "ticket")
    assert seats.is_renewable(kept.table(), 0)
    kept.choose(1, 1)
    before = kept.table()
    with pytest.raises(Refused, match="only before that player has chosen"):
        renew(kept, 0, "stolen")
    assert kept.table() == before
    kept.offer(1, TAKE_BACK)
    kept.accept(0, TAKE_BACK)
    with pytest.raises(Refused, match="only before that player has chosen"):
        renew(kept, 0, "stolen")


def test_seats_of_bots_and_of_rematches_are_never_renewed(store: Store) -> None:
    against_bot = Kept(store, invited="ticket", kinds=(PERSON, BOT))
    kept = Kept(store, invited="ticket")
    join(kept, "ticket")
    kept.resign(0)
    for seat in (0, 1):
        kept.offer(seat, REMATCH)
    new_id = kept.table().row.next
    for seat in (0, 1):
        for match_id in (against_bot.id, kept.id, new_id):
            with pytest.raises(Refused, match="only who created the match"):
                renew(kept, seat, "stolen", match_id)
