"""Matches in a store, without HTTP: what a test of `choosing`, `offers` and `seats` needs."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, TypeVar

from server.serving import KEY

import parlour
from parlour.server.live.tasks import given_turns
from parlour.server.matches import choosing, offers, seats, stored
from parlour.server.matches.records import FinishedMatch, record_of
from parlour.server.matches.seals import SealKey, fresh_nonce
from parlour.server.matches.seats import NewMatch, NewSeat
from parlour.server.matches.stored import COMPUTER, PERSON, StoredMatch
from parlour.server.matches.views import Shown, load_shown
from parlour.server.store.store import Store
from parlour.server.store.transaction import Transaction

Result = TypeVar("Result")
NOW = 1_800_000_000_000
SECRETS = ("secret of the first", "secret of the second")
WATCH = "secret of spectators"


class Kept:
    """One match, and the time."""

    def __init__(
        self, store: Store, name: str = "token-showdown", kinds: tuple[str, str] = (PERSON, PERSON), **wanted: Any
    ) -> None:
        self.store, self.now = store, NOW
        rules, invited = wanted.pop("rules", {}), wanted.pop("invited", "")  # the secret of an invitation
        game = parlour.game(name, **rules)
        given = given_turns(game, wanted.pop("turns", []), 1.0)
        new_seats = [
            NewSeat(kind, "hard" if kind == COMPUTER else "", "" if kind == COMPUTER else secret, True)
            for kind, secret in zip(kinds, SECRETS, strict=True)
        ]
        if invited:
            new_seats[1] = NewSeat(kinds[1], "", invited, False)
        new = NewMatch(game, (new_seats[0], new_seats[1]), WATCH, "creator", given, **wanted)
        self.id = self.do(lambda tx: seats.create(tx, new, self.now))

    def do(self, work: Callable[[Transaction], Result]) -> Result:
        return self.store.submit(work).result(30)

    def table(self) -> StoredMatch:
        return self.do(lambda tx: stored.load(tx, self.id))

    def choose(
        self, seat: int, action: int, key: str = "", at: tuple[int, int] | None = None, seal_key: SealKey = KEY
    ) -> dict[str, Any]:
        current = self.table()
        number, taken_back = at or (current.turn, current.row.taken_back)
        request = choosing.ChoiceRequest(number, taken_back, action, fresh_nonce(), key or fresh_nonce().hex())
        answer = self.do(lambda tx: choosing.choose(tx, stored.load(tx, self.id), seat, request, seal_key, self.now))
        found: dict[str, Any] = json.loads(answer)
        return found

    def play(self, *turns: tuple[int, int]) -> None:
        for first, second in turns:
            self.choose(0, first)
            self.choose(1, second)

    def offer(self, seat: int, kind: str, at: tuple[int, int] | None = None) -> None:
        current = self.table()
        when = at or (current.turn, current.row.taken_back)
        self.do(lambda tx: offers.offer(tx, stored.load(tx, self.id), seat, kind, when, self.now))

    def accept(self, seat: int, kind: str, at: tuple[int, int] | None = None) -> None:
        current = self.table()
        when = at or (current.turn, current.row.taken_back)
        self.do(lambda tx: offers.accept(tx, stored.load(tx, self.id), seat, kind, when, self.now))

    def decline(self) -> None:
        self.do(lambda tx: offers.decline(tx, stored.load(tx, self.id), 0, self.now))

    def resign(self, seat: int) -> None:
        self.do(lambda tx: choosing.resign(tx, stored.load(tx, self.id), seat, self.now))

    def flag(self) -> None:
        self.do(lambda tx: choosing.flag(tx, self.id, self.now))

    def turns(self) -> list[tuple[int, int]]:
        return [(row.first, row.second) for row in self.do(lambda tx: tx.turns(self.id))]

    def shown(self) -> Shown:
        return self.do(lambda tx: load_shown(tx, self.id))

    def record(self) -> str:
        current = self.table()
        turns, voided = self.do(lambda tx: (tx.turns(self.id), tx.voided(self.id)))
        return record_of(FinishedMatch(current.game, current.row, current.seats, turns, voided))
