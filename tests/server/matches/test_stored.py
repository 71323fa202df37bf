"""Links, seats and lists of matches, with both stores."""

from __future__ import annotations

from random import Random

import pytest
from server.tables import NOW, SECRETS, WATCH, Kept
from support import ALL

import parlour
from parlour.games.line import Line
from parlour.server.errors import NotFound
from parlour.server.matches import seats, stored
from parlour.server.store.store import Store


def test_a_link_is_a_seat(store: Store) -> None:
    kept = Kept(store)
    current = kept.table()
    assert [seats.seat_of(current, secret) for secret in (*SECRETS, WATCH)] == [0, 1, None]
    for wrong in ("", "wrong", current.seats[0].secret_hash):
        with pytest.raises(NotFound, match=r"^there is no such match$"):
            seats.seat_of(current, wrong)
    assert seats.player_of(current, SECRETS[1]) == 1
    for wrong in (WATCH, "", "wrong"):
        with pytest.raises(NotFound, match=r"^there is no such match$"):
            seats.player_of(current, wrong)


@pytest.mark.parametrize("name", ["", "x", "\0", "a b", "é", "x" * 41, "../x", "'; DROP TABLE matches; --"])
def test_matches_that_do_not_exist(store: Store, name: str) -> None:
    with pytest.raises(NotFound):
        store.submit(lambda tx: stored.load(tx, name)).result(10)


def test_matches_of_an_older_parlour_get_their_states(store: Store) -> None:
    kept = Kept(store)
    kept.play((5, 6), (7, 7), (1, 2))
    before, states = kept.table(), [row.state for row in kept.do(lambda tx: tx.turns(kept.id))]
    kept.do(lambda tx: tx._execute("UPDATE turns SET state = ''", ()))
    assert kept.table() == before
    assert [row.state for row in kept.do(lambda tx: tx.turns(kept.id))] == states


@pytest.mark.parametrize("name", ALL)
def test_stored_states_are_those_of_the_rules(store: Store, name: str) -> None:
    kept, game, random = Kept(store, name), parlour.game(name), Random(4)
    line = Line(game)
    for _ in range(12):
        current = kept.table()
        assert (current.state, current.turn, current.to_act) == (line.state, len(line) + 1, line.to_act)
        if current.over:
            break
        choices = [random.choice(game.actions(line.state, seat)) for seat in line.to_act]
        for seat, action in zip(line.to_act, choices, strict=True):
            kept.choose(seat, action)
        line = line.play(*choices)
    current = kept.table()
    found = [kept.do(lambda tx: stored.state_after(tx, current, number)) for number in range(len(line) + 2)]  # noqa: B023
    assert found == [*line.states, line.state]
    assert kept.do(lambda tx: stored.past_choices(tx, current)) == line.choices


def test_a_sign_of_life_changes_nothing_else(store: Store) -> None:
    kept = Kept(store)
    kept.do(lambda tx: seats.see(tx, [(kept.id, 0)], NOW))
    kept.do(lambda tx: seats.see(tx, [(kept.id, 0)], NOW + 10_000))
    kept.do(lambda tx: seats.see(tx, [(kept.id, 0)], 0))
    assert [seat.seen for seat in kept.table().seats] == [0, 0]
    assert kept.table().row.version == 1
    store.submit(lambda tx: seats.see(tx, [("nothing", 0)], NOW)).result(10)


def test_public_matches_and_old_ones(store: Store) -> None:
    private, public = Kept(store), Kept(store, public=True)
    over, empty = Kept(store, public=True), Kept(store, public=True)
    over.play((5, 6))
    for each in (over, empty):
        each.resign(0)
    assert public.do(lambda tx: tx.public_matches(10)) == [(public.id, "token-showdown", "", "", 1)]
    assert public.do(lambda tx: tx.public_matches(0)) == []
    assert set(public.do(lambda tx: tx.running())) == {private.id, public.id}
    assert public.do(lambda tx: tx.count_running()) == 2
    private.do(lambda tx: tx.remove_idle(NOW + 1))
    for each in (private, empty):  # nobody has finished it, or chosen anything
        with pytest.raises(NotFound):
            each.table()
    assert over.table().over
