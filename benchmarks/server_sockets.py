"""A thousand matches with two sockets each: how long reveals take to arrive, also while one address attacks."""

from __future__ import annotations

import asyncio
import itertools
import subprocess
import sys
import time
from contextlib import ExitStack
from random import Random
from typing import Any

import uvloop
import websockets
from server_client import GAME, Client, Connection, Process, parlour_server, part_of, script


def address(number: int) -> str:
    """One of many addresses of this machine, so that each player keeps to the limits."""
    return f"127.1.{number // 250}.{number % 250 + 1}"


async def attack(port: int) -> None:
    """Ask for as much as one address may, from 30 connections: long views, and positions that nobody has solved."""
    client, source, number = Client(port), "127.2.0.1", itertools.count(40)
    rules, turns = {"tokens": 10_000, "points": 10_000}, [[1, 1]] * 900
    first = await client.connect(source)
    made = await client.call(
        first, "POST", "/api/matches", {"game": GAME, "rules": rules, "turns": turns, "seat": "first"}
    )
    secret = made["links"]["you"].partition("#")[2]

    async def ask(view: bool) -> None:
        connection = await client.connect(source)
        while True:
            request = client.request("GET", f"/api/matches/{made['id']}", None, secret)
            if not view:
                request = client.request("POST", "/api/explore", {"game": GAME, "rules": {"tokens": next(number)}})
            status, _ = await connection.ask(request)
            if status >= 400:
                await asyncio.sleep(0.2)

    await asyncio.gather(*(ask(each % 2 == 0) for each in range(30)))


async def with_sockets(server: Process, matches: int, seconds: float, rounds_per_second: float) -> dict[str, float]:
    client, chance = Client(server.port), Random(1)
    idle = server.memory()
    rounds: dict[str, list[int]] = {}
    news: dict[str, asyncio.Event] = {}

    async def listen(source: str, path: str, seat: int, secret: str, ready: asyncio.Event) -> None:
        url = f"ws://127.0.0.1:{server.port}{path}/socket"
        headers = {"Authorization": f"Bearer {secret}"}
        async with websockets.connect(
            url, additional_headers=headers, compression=None, max_size=None, local_addr=(source, 0)
        ) as socket:
            async for message in socket:
                text = message if isinstance(message, str) else message.decode()
                start = text.index('"turn":') + 7
                rounds[path][seat] = int(text[start : text.index(",", start)])
                news[path].set()
                ready.set()

    begun, listeners = [], []
    for number in range(matches):
        source = address(number // 20)
        if number % 20 == 0:
            connection = await client.connect(source)
        path, own = await client.new_match(connection)
        rounds[path], news[path] = [0, 0], asyncio.Event()
        for seat, secret in enumerate(own):
            ready = asyncio.Event()
            listeners.append(asyncio.ensure_future(listen(source, path, seat, secret, ready)))
            await ready.wait()
        begun.append((path, own, script(chance)))
    full, waits, used = server.memory(), list[float](), server.cpu()
    pool: asyncio.Queue[Connection] = asyncio.Queue()
    for number in range(32):
        pool.put_nowait(await client.connect(address(number)))

    async def post(request: bytes) -> None:
        own_connection = await pool.get()
        try:
            status, data = await own_connection.ask(request)
            assert status == 200, data
        finally:
            pool.put_nowait(own_connection)

    async def reveal(number: int) -> None:
        """One round: how long after the second choice both sockets show it."""
        path, own, bids = begun[number]
        turn = rounds[path][0]
        if turn > len(bids):
            return
        await post(client.choice(path, own[0], turn, bids[turn - 1][0]))
        before = time.perf_counter()
        answered = asyncio.ensure_future(post(client.choice(path, own[1], turn, bids[turn - 1][1])))
        while min(rounds[path]) <= turn:
            news[path].clear()
            await news[path].wait()
        waits.append(time.perf_counter() - before)
        await answered

    started, running = time.perf_counter(), list[asyncio.Future[None]]()
    for number in range(int(seconds * rounds_per_second)):
        await asyncio.sleep(max(0.0, started + number / rounds_per_second - time.perf_counter()))
        running.append(asyncio.ensure_future(reveal(number % matches)))
    await asyncio.gather(*running)
    cpu = server.cpu() - used
    found = {
        "p50": part_of(waits, 0.5),
        "p99": part_of(waits, 0.99),
        "idle": idle,
        "full": full,
        "memory": server.memory(),
        "cpu": cpu / len(waits),
    }
    for listener in listeners:
        listener.cancel()
    await asyncio.gather(*listeners, return_exceptions=True)
    return found


def sockets() -> dict[str, Any]:
    found = {}
    for rate, attacked in ((50, False), (100, False), (50, True)):
        with parlour_server(limits=1) as server, ExitStack() as stack:
            if attacked:
                attacker = subprocess.Popen([sys.executable, __file__, str(server.port)])
                stack.callback(attacker.wait)
                stack.callback(attacker.kill)
            found["attacked" if attacked else str(rate)] = uvloop.run(with_sockets(server, 1_000, 20, rate))
    return found


if __name__ == "__main__":  # the attacker's process
    uvloop.run(attack(int(sys.argv[1])))
