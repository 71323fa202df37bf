"""Plays while the server is killed again and again: no acknowledged choice may be lost or changed."""

from __future__ import annotations

import asyncio
import random
import secrets
from random import Random
from typing import Any, NamedTuple

import uvloop
from server_client import Client, Connection, Lost, Process, parlour_server, postgres, script


class Killed(NamedTuple):
    kills: int
    acknowledged: int
    lost: int
    wrong: int  # revealed as something else than was acknowledged


async def under_kills(server: Process, kills: int) -> Killed:
    """Plays while the server is killed again and again; every acknowledged choice must be there afterwards."""
    client, chance = Client(server.port), Random(2)
    acknowledged: dict[tuple[str, int, int], int] = {}  # the match, the round and the seat
    matches: dict[str, list[str]] = {}
    stopping = asyncio.Event()

    async def play() -> None:
        """Match after match. A request whose answer got lost is repeated with the same key."""
        connection: Connection | None = None
        while not stopping.is_set():
            try:
                connection = connection or await client.connect()
                path, own = await client.new_match(connection)
            except Lost:
                connection = None
                await asyncio.sleep(0.05)
                continue
            matches[path] = own
            for turn, bids in enumerate(script(chance), start=1):
                for seat, bid in chance.sample([(0, bids[0]), (1, bids[1])], 2):
                    request = client.choice(path, own[seat], turn, bid, secrets.token_hex(8))
                    while True:
                        try:
                            connection = connection or await client.connect()
                            status, data = await connection.ask(request)
                        except Lost:
                            connection = None
                            await asyncio.sleep(0.05)
                            continue
                        if status == 503:
                            await asyncio.sleep(0.05)
                            continue
                        assert status == 200, (path, turn, seat, data)
                        acknowledged[path, turn, seat] = bid
                        break
                if stopping.is_set():
                    return

    players = [asyncio.ensure_future(play()) for _ in range(16)]
    loop = asyncio.get_running_loop()
    for _ in range(kills):
        await asyncio.sleep(random.uniform(0.1, 0.6))
        server.kill()
        await loop.run_in_executor(None, server.start)
    stopping.set()
    await asyncio.gather(*players)
    lost = wrong = 0
    connection = await client.connect()
    found = {path: (await client.call(connection, "GET", path, None, own[0]))["match"] for path, own in matches.items()}
    for (path, turn, seat), bid in acknowledged.items():
        match = found[path]
        if turn <= len(match["turns"]):
            wrong += match["turns"][turn - 1]["choices"][seat] != bid
        else:
            lost += not (turn == match["turn"] and match["seats"][seat]["chosen"])
    return Killed(kills, len(acknowledged), lost, wrong)


def kills(number: int = 100) -> dict[str, Any]:
    with parlour_server() as server:
        found = {"SQLite": uvloop.run(under_kills(server, number))._asdict()}
    with postgres() as address, parlour_server(address) as server:
        found["PostgreSQL"] = uvloop.run(under_kills(server, number))._asdict()
    return found
