"""Whoever watches a match gets its latest version, and nobody an older one after it."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

import parlour
from parlour.server.live.hub import Gone, Hub, Subscriber
from parlour.server.matches.stored import StoredMatch
from parlour.server.matches.views import Shown
from parlour.server.store.transaction import MatchRow, SeatRow

ROW = MatchRow("m", "token-showdown", "{}", 0, "", 0, 0, 0, 0, 0)


def table_of(version: int, secret: str = "hash", **changes: Any) -> StoredMatch:
    seats = [SeatRow("m", seat, "person", "", secret, "", 1, 0, "", 0) for seat in (0, 1)]
    game = parlour.game("token-showdown")
    return StoredMatch(
        ROW._replace(version=version, **changes), seats, [], game, game.start(), 1, (0, 1), False, set(), [0, 1]
    )


def shown(version: int, secret: str = "hash", **changes: Any) -> Shown:
    return Shown(table_of(version, secret, **changes), [], [], [])


async def version_of(subscriber: Subscriber) -> int:
    return (await asyncio.wait_for(subscriber.next(), 1)).current.row.version


def test_a_subscriber_skips_what_it_missed() -> None:
    async def run() -> None:
        hub, subscriber = Hub(), Subscriber(table_of(1), 0, "here")
        hub.enter(subscriber)
        for version in (2, 3, 4):
            hub.put(shown(version))
        assert await version_of(subscriber) == 4
        hub.put(shown(3))  # read earlier, but it arrives later
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(subscriber.next(), 0.01)

    asyncio.run(run())


def test_a_waiting_subscriber_is_woken_up_and_told_that_it_is_over() -> None:
    async def run() -> None:
        hub, subscriber = Hub(), Subscriber(table_of(1), None, "here")
        hub.enter(subscriber)
        waiting = asyncio.ensure_future(subscriber.next())
        await asyncio.sleep(0)
        hub.remove("m")
        with pytest.raises(Gone):
            await waiting

    asyncio.run(run())


def test_a_renewed_link_ends_the_connections_of_the_old_one() -> None:
    async def run() -> None:
        hub = Hub()
        player, spectator = Subscriber(table_of(1), 1, "here"), Subscriber(table_of(1), None, "here")
        for subscriber in (player, spectator):
            hub.enter(subscriber)
        hub.put(shown(2, secret="another"))
        assert await version_of(spectator) == 2
        with pytest.raises(Gone):
            await player.next()

    asyncio.run(run())


def test_connections_are_counted() -> None:
    async def run() -> None:
        hub = Hub()
        one, two, other = (Subscriber(table_of(1), seat, "here") for seat in (0, 0, 1))
        for subscriber in (one, two, other):
            hub.enter(subscriber)
        assert (hub.connections, hub.by_address["here"], list(hub.watched)) == (3, 3, ["m"])
        assert not hub.leave(one)  # the other tab of the same seat is still there
        assert hub.leave(two)
        assert hub.leave(other)
        assert (hub.connections, dict(hub.by_address), list(hub.watched)) == (0, {}, [])

    asyncio.run(run())


def test_who_waits_for_a_rematch() -> None:
    async def run() -> None:
        subscriber = Subscriber(table_of(1), 0, "")
        for following in ("", "n"):
            subscriber.put(shown(1, next=following))
            assert subscriber.has_rematch == bool(following)

    asyncio.run(run())
