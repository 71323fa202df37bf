"""Random requests to a match, compared with a small model after each: the match must do exactly what the model does."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from server.tables import NOW, SECRETS, Kept

import parlour
from parlour.match.commitments import check_seals
from parlour.match.match import Match
from parlour.match.record import parse
from parlour.server.errors import Refused
from parlour.server.matches import offers, seats, stored
from parlour.server.matches.stored import REMATCH, TAKE_BACK
from parlour.server.store.store import Store

RULES = {"tokens": 6, "points": 2}
CLOCK = 100_000
either = st.integers(0, 1)


class Machine(RuleBasedStateMachine):
    def __init__(self, store: Store) -> None:
        super().__init__()
        self.store = store

    @initialize()
    def begin(self) -> None:
        self.kept = Kept(self.store, rules=RULES, clock=CLOCK)
        self.kept.do(lambda tx: tx.beat(NOW))
        self.model = Match(parlour.game("token-showdown", **RULES))
        self.sealed: dict[int, int] = {}
        self.taken_back = 0
        self.offers = ["", ""]
        self.reason = ""
        self.answers: dict[tuple[int, str, tuple[int, int]], dict[str, Any]] = {}
        self.left = [CLOCK, CLOCK]
        self.began = NOW

    @property
    def over(self) -> bool:
        return self.model.result.outcome != "running"

    def spent(self, seat: int) -> int:
        return self.left[seat] - (self.kept.now - self.began if not self.over and seat not in self.sealed else 0)

    def late(self) -> bool:
        return not self.over and any(self.spent(seat) <= 0 for seat in (0, 1))

    @rule(
        seat=either,
        action=st.integers(0, 7),
        ahead=st.sampled_from([0, 0, 0, 0, -1, 1]),
        newer=st.sampled_from([0, 0, 0, 1]),
    )
    def choose(self, seat: int, action: int, ahead: int, newer: int) -> None:
        at, key = (len(self.model.line) + 1 + ahead, self.taken_back + newer), f"key {len(self.answers)}"
        legal = not self.over and action in self.model.view(seat).actions
        allowed = not self.over and not self.late() and seat not in self.sealed and not ahead and not newer and legal
        if not allowed:
            before = self.kept.table()
            with pytest.raises(Refused):
                self.kept.choose(seat, action, key, at)
            assert self.kept.table() == before
            return
        self.answers[seat, key, at] = self.kept.choose(seat, action, key, at)
        self.left[seat] = self.spent(seat)
        self.sealed[seat] = action
        if self.offers[seat] == TAKE_BACK:
            self.offers[seat] = ""
        if len(self.sealed) == 2:
            self.model.play(self.sealed[0], self.sealed[1])
            self.sealed = {}
            self.began = self.kept.now
            self.offers = ["", ""]

    @precondition(lambda self: self.answers)
    @rule(data=st.data(), action=st.integers(0, 7))
    def repeat(self, data: st.DataObject, action: int) -> None:
        seat, key, at = data.draw(st.sampled_from(sorted(self.answers)))
        assert self.kept.choose(seat, action, key, at) == self.answers[seat, key, at]
        with pytest.raises(Refused, match="another turn"):
            self.kept.choose(seat, action, key, (at[0], at[1] + 1))

    @rule(seat=either)
    def offer_take_back(self, seat: int) -> None:
        something = seat in self.sealed or len(self.model.line)
        if self.over or not something or self.offers[1 - seat] == TAKE_BACK:
            with pytest.raises(Refused):
                self.kept.offer(seat, TAKE_BACK)
            return
        self.kept.offer(seat, TAKE_BACK)
        self.offers[seat] = TAKE_BACK

    @rule(seat=either, newer=st.sampled_from([0, 0, 0, 1]))
    def accept_take_back(self, seat: int, newer: int) -> None:
        at = len(self.model.line) + 1, self.taken_back + newer
        if self.over or newer or self.offers[1 - seat] != TAKE_BACK:
            with pytest.raises(Refused):
                self.kept.accept(seat, TAKE_BACK, at)
            return
        self.kept.accept(seat, TAKE_BACK, at)
        if 1 - seat not in self.sealed:
            self.model.take_back()
        self.sealed = {}
        self.taken_back += 1
        self.began = self.kept.now
        self.offers = ["", ""]

    @rule()
    def decline(self) -> None:
        self.kept.decline()
        self.offers = ["", ""]

    @rule(seconds=st.sampled_from([0, 1, 10, 60]))
    def time_goes_by(self, seconds: int) -> None:
        self.kept.now += seconds * 1_000
        self.kept.do(lambda tx: tx.beat(self.kept.now))

    @rule()
    def flag(self) -> None:
        self.kept.flag()
        if self.late():
            late = [seat for seat in (0, 1) if self.spent(seat) <= 0]
            self.left = [self.spent(seat) for seat in (0, 1)]
            if len(late) == 2:
                self.model.stop()
            else:
                self.model.concede(late[0], "time")
            self.end("time")

    @precondition(lambda self: len(self.model.line) > 0)
    @rule(seat=either)
    def resign(self, seat: int) -> None:
        if self.over:
            with pytest.raises(Refused):
                self.kept.resign(seat)
            return
        self.kept.resign(seat)
        self.left = [self.spent(seat) for seat in (0, 1)]
        self.model.concede(seat, "resigned")
        self.end("resigned")

    def end(self, reason: str) -> None:
        self.sealed, self.reason = {}, reason

    @rule(seat=either)
    def offer_rematch(self, seat: int) -> None:
        if not self.over:
            with pytest.raises(Refused):
                self.kept.offer(seat, REMATCH)
            return
        already = self.kept.table().row.next
        self.kept.offer(seat, REMATCH)
        found = self.kept.table().row.next
        if already or self.offers[1 - seat] != REMATCH:
            assert found == already
            self.offers[seat] = self.offers[seat] if already else REMATCH
            return
        self.offers = ["", ""]
        secret = self.kept.do(
            lambda tx: offers.follow(tx, stored.load(tx, self.kept.id), seat, SECRETS[seat], self.kept.now)
        )[1]
        new = self.kept.do(lambda tx: stored.load(tx, found))
        assert seats.seat_of(new, secret) == 1 - seat

    @invariant()
    def agrees(self) -> None:
        if not hasattr(self, "kept"):
            return
        current = self.kept.table()
        assert self.kept.turns() == list(self.model.line.choices)
        assert current.state == self.model.state
        assert current.chosen == set(self.sealed)
        assert current.row.taken_back == self.taken_back
        assert [seat.offer for seat in current.seats] == self.offers
        assert current.over == self.over
        assert current.row.reason == self.reason
        result = self.model.result
        if self.over:
            assert (current.row.outcome, current.row.winner) == (
                result.outcome,
                -1 if result.winner is None else result.winner,
            )
            assert check_seals(parse(self.kept.record())) == len(self.model.line)
        else:
            assert [seat.clock for seat in current.seats] == self.left


def test_a_match_does_what_the_model_does(store: Store) -> None:
    class Bound(Machine):
        def __init__(self) -> None:
            super().__init__(store)

    run_state_machine_as_test(Bound, settings=settings(max_examples=25, stateful_step_count=30, deadline=None))
