"""Measures the server: choices per second, sockets, kills, the first page, and boardgame.io's server for comparison.

In a checkout of Parlour, with the extras `server` and `postgres`, on a machine with two cores or more:

    python benchmarks/server.py           # all of the following; writes benchmarks/results/server.json
    python benchmarks/server.py choices   # acknowledged choices per second, on SQLite
    python benchmarks/server.py sockets   # 1,000 matches with 2,000 WebSockets, also while one address attacks
    python benchmarks/server.py kills     # 100 times kill -9 under load, on SQLite and on PostgreSQL
    python benchmarks/server.py page      # the first page on a slow phone; needs playwright and Chromium
    python benchmarks/server.py peer DIR  # boardgame.io in turns with ours; DIR is a copy of boardgame_io/ in which
                                          # you have run npm install; writes benchmarks/results/boardgame_io.json

A part alone only prints. Clients run on the same machine and take their share of it, so CPU time of the server per
choice is what to compare.
"""

from __future__ import annotations

import asyncio
import json
import re
import sqlite3
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import uvloop
from results import save, setting
from server_client import POSTGRES, Client, Process, free_port, parlour_server, part_of, script
from server_kills import kills
from server_sockets import sockets

MATCHES = 32  # at a time, each with two clients
BATCHES = 10
REPEATS = 3


class Load(NamedTuple):
    choices: int
    seconds: float
    cpu: float  # of the server
    waits: list[float]  # for each acknowledgement, in seconds


# choices


async def batches(server: Process, streams: bool) -> Load:
    """Plays matches side by side, each seat with its own connection. What it takes to begin them is not measured."""
    client, chance, waits = Client(server.port), Random(1), list[float]()
    seconds = cpu = 0.0
    connections = [[await client.connect() for _ in (0, 1)] for _ in range(MATCHES)]
    for _ in range(BATCHES):
        began = [await client.new_match(pair[0]) for pair in connections]
        views = [[await client.stream(path, secret) for secret in own] for path, own in began] if streams else []
        scripts = [script(chance) for _ in connections]

        async def play(number: int) -> None:
            (path, own), pair = began[number], connections[number]  # noqa: B023  # it is called in this batch only

            async def choose(seat: int, turn: int, action: int) -> None:
                request = client.choice(path, own[seat], turn, action)
                before = time.perf_counter()
                status, data = await pair[seat].ask(request)
                waits.append(time.perf_counter() - before)
                assert status == 200, data

            for turn, bids in enumerate(scripts[number], start=1):  # noqa: B023
                await asyncio.gather(*(choose(seat, turn, bid) for seat, bid in enumerate(bids)))
                for view in views[number] if views else ():  # noqa: B023
                    await view.reaches(turn + 1)

        started, used = time.perf_counter(), server.cpu()
        await asyncio.gather(*map(play, range(MATCHES)))
        seconds += time.perf_counter() - started
        cpu += server.cpu() - used
        for view in [view for pair in views for view in pair]:
            assert view.transport is not None
            view.transport.close()
    return Load(len(waits), seconds, cpu, waits)


def choices() -> dict[str, Any]:
    return {
        name: describe([our_load(streams) for _ in range(REPEATS)])
        for name, streams in (("alone", False), ("streams", True))
    }


def describe(loads: Sequence[Load]) -> dict[str, float]:
    """Choices per second, seconds until they were acknowledged, and the server's CPU time for one."""
    rates = [load.choices / load.seconds for load in loads]
    return {
        "rate": statistics.median(rates),
        "low": min(rates),
        "high": max(rates),
        "p50": statistics.median(part_of(load.waits, 0.5) for load in loads),
        "p99": statistics.median(part_of(load.waits, 0.99) for load in loads),
        "cpu": statistics.median(load.cpu / load.choices for load in loads),
    }


# page

SLOW_PHONE = {"latency": 150, "downloadThroughput": 1.6e6 / 8, "uploadThroughput": 750e3 / 8, "offline": False}


def page() -> dict[str, float]:
    """Lighthouse's slow phone: 1.6 Mbit/s, 150 ms, a CPU four times slower."""
    from playwright.sync_api import sync_playwright

    with parlour_server() as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium")
        times, sizes = [], []
        for _ in range(5):
            context = browser.new_context(**playwright.devices["Pixel 7"])
            tab = context.new_page()
            session = context.new_cdp_session(tab)
            received = list[int]()
            session.send("Network.enable")
            session.send("Network.emulateNetworkConditions", SLOW_PHONE)
            session.send("Emulation.setCPUThrottlingRate", {"rate": 4})
            session.on("Network.loadingFinished", lambda event, into=received: into.append(event["encodedDataLength"]))
            before = time.perf_counter()
            tab.goto(f"http://127.0.0.1:{server.port}/")
            tab.locator("main a, main button").first.wait_for()
            times.append(time.perf_counter() - before)
            tab.wait_for_load_state("networkidle")
            sizes.append(sum(received))
            context.close()
        browser.close()
    return {"bytes": statistics.median(sizes), "seconds": statistics.median(times)}


# peer


def peer_load(folder: Path) -> Load:
    """The same matches on boardgame.io's server, with its own clients in another process; the second time counts."""
    port = free_port()
    server = Process(["node", str(folder / "serve.js"), str(port)], port)
    try:
        peer_batches(server, folder)  # warm, as ours is
        return peer_batches(server, folder)
    finally:
        server.stop()


def peer_batches(server: Process, folder: Path) -> Load:
    command = ["node", str(folder / "load.js"), str(server.port), str(MATCHES), str(BATCHES)]
    chance = Random(1)
    scripts = [[script(chance) for _ in range(MATCHES)] for _ in range(BATCHES)]
    waits, seconds, cpu, used = list[float](), 0.0, 0.0, 0.0
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as client:
        assert client.stdin is not None
        assert client.stdout is not None
        client.stdin.write(json.dumps(scripts) + "\n")
        client.stdin.flush()
        for line in client.stdout:
            event: dict[str, Any] = json.loads(line)
            if event["event"] == "begin":
                used = server.cpu()
                client.stdin.write("go\n")
                client.stdin.flush()
            else:
                cpu += server.cpu() - used
                seconds += event["seconds"]
                waits += event["waits"]
    return Load(len(waits), seconds, cpu, waits)


def our_load(streams: bool) -> Load:
    with parlour_server() as server:
        uvloop.run(batches(server, streams))  # warm
        return uvloop.run(batches(server, streams))


def peer(folder: str) -> dict[str, Any]:
    theirs, ours, alone = list[Load](), list[Load](), list[Load]()
    for _ in range(REPEATS):
        theirs.append(peer_load(Path(folder)))
        ours.append(our_load(streams=True))
        alone.append(our_load(streams=False))
    version = json.loads(Path(folder, "node_modules/boardgame.io/package.json").read_text())["version"]
    found: dict[str, Any] = {"version": version, "theirs": describe(theirs)}
    for name, loads in (("streams", ours), ("alone", alone)):
        pairs = zip(theirs, loads, strict=True)
        ratios = [(their.cpu / their.choices) / (own.cpu / own.choices) for their, own in pairs]
        found[name] = {**describe(loads), "ratio": statistics.median(ratios)}  # of choices per CPU second, to theirs
    return found


def programs() -> dict[str, str]:
    """The versions of what is no Python package."""
    commands = {
        "PostgreSQL": [str(max(POSTGRES.glob("*/bin/postgres"), default="postgres"))],
        "Chromium": ["/usr/bin/chromium"],
        "node": ["node"],
    }
    found = {"SQLite": sqlite3.sqlite_version}
    for name, command in commands.items():
        with suppress(OSError):
            text = subprocess.run([*command, "--version"], capture_output=True, text=True, check=False).stdout
            found[name] = re.findall(r"[\d.]+", text)[0]
    return found


def conditions() -> dict[str, Any]:
    found = setting(*PACKAGES)
    return {**found, "versions": {**found["versions"], **programs()}}


PARTS: dict[str, Callable[[], dict[str, Any]]] = {
    "choices": choices,
    "sockets": sockets,
    "kills": kills,
    "page": page,
}
PACKAGES = ("starlette", "uvicorn", "uvloop")

if __name__ == "__main__":
    match sys.argv[1:]:
        case []:
            save("server", {**conditions(), **{name: part() for name, part in PARTS.items()}})
        case ["peer", folder]:
            save("boardgame_io", {**conditions(), **peer(folder)})
        case [name] if name in PARTS:
            print(json.dumps(PARTS[name](), indent=1))
        case _:
            raise SystemExit(__doc__)
