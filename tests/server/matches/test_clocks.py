"""Clocks, with both stores: they run on the time of the server, and stand still while it cannot take choices."""

from __future__ import annotations

import pytest
from server.tables import Kept

from parlour.server.errors import Refused
from parlour.server.matches import clocks
from parlour.server.store.store import Store

MINUTE = 60_000


def on_clock(store: Store) -> Kept:
    kept = Kept(store, clock=MINUTE, increment=2_000)
    kept.do(lambda tx: tx.beat(kept.now))
    return kept


def wait(kept: Kept, milliseconds: int) -> None:
    """Time goes by on a server that is alive."""
    kept.now += milliseconds
    kept.do(lambda tx: tx.beat(kept.now))


def left(kept: Kept) -> list[int]:
    return [clocks.time_left(kept.table(), seat, kept.now) for seat in (0, 1)]


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
    kept.do(lambda tx: clocks.wake_up(tx, kept.now, shared=False))
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
    kept.do(lambda tx: clocks.wake_up(tx, kept.now, shared=False))
    assert left(kept) == [50_000, 50_000]
    wait(kept, 10_000)
    assert left(kept) == [40_000, 40_000]


def test_a_process_that_joins_others_takes_nobodys_time(store: Store) -> None:
    """Its clock may be ahead of theirs or behind."""
    for ahead in (-3_600_000, -1_000, 1_000):
        kept = on_clock(store)
        kept.do(lambda tx: tx.beat(kept.now))  # noqa: B023  # called in this round of the loop
        kept.do(lambda tx: clocks.wake_up(tx, kept.now + ahead, shared=True))  # noqa: B023
        assert left(kept) == [MINUTE, MINUTE]
        assert kept.do(lambda tx: tx.last_beat()) >= kept.now


def test_a_slow_beat_is_no_outage(store: Store) -> None:
    kept = on_clock(store)
    kept.now += clocks.GRACE
    kept.do(lambda tx: clocks.beat(tx, kept.now, kept.now))
    assert left(kept) == [MINUTE - clocks.GRACE] * 2
    late = kept.now - 3_000  # on the clock of another process
    kept.do(lambda tx: clocks.beat(tx, late, late))
    assert kept.do(lambda tx: tx.last_beat()) == kept.now
