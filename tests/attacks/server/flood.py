"""One address that asks for as much as it may: a program with its own process, so that it takes no time of the test.

It reads scripts from its input: for each connection the requests that it sends in turn, as fast as they are answered.
If the server asks it to wait, it waits.
"""

from __future__ import annotations

import asyncio
import json
import sys

WAIT = 0.5  # seconds, if the server does not say how long


class Client(asyncio.Protocol):
    """One connection. An answer without a length is a stream: its first bytes are enough."""

    def __init__(self) -> None:
        self.data = bytearray()
        self.answered: asyncio.Future[tuple[int, float]] | None = None
        self.transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        self.data += data
        head, found, body = bytes(self.data).partition(b"\r\n\r\n")
        if not found or self.answered is None or self.answered.done():
            return
        fields = dict(line.lower().split(b": ", 1) for line in head.split(b"\r\n")[1:])
        if len(body) >= int(fields.get(b"content-length", 0)):
            self.data.clear()
            if b"content-length" not in fields and self.transport:
                self.transport.abort()
            self.answered.set_result((int(head[9:12]), float(fields.get(b"retry-after", 0))))

    def connection_lost(self, _: Exception | None) -> None:
        self.transport = None
        if self.answered and not self.answered.done():
            self.answered.set_result((0, WAIT))

    async def ask(self, request: bytes) -> tuple[int, float]:
        self.answered = asyncio.get_running_loop().create_future()
        assert self.transport is not None
        self.transport.write(request)
        return await self.answered


async def send(port: int, source: str, script: list[str]) -> None:
    loop, client, number = asyncio.get_running_loop(), None, 0
    while True:
        if client is None or client.transport is None:
            try:
                _, client = await loop.create_connection(Client, "127.0.0.1", port, local_addr=(source, 0))
            except OSError:
                await asyncio.sleep(WAIT)
                continue
        status, wait = await client.ask(script[number % len(script)].encode())
        number += 1
        if status in (0, 403, 429, 503):
            await asyncio.sleep(wait or WAIT)


async def main(port: int, source: str) -> None:
    scripts = json.loads(sys.stdin.readline())
    tasks = [asyncio.create_task(send(port, source, script)) for script in scripts]
    sys.stdout.write("started\n")
    sys.stdout.flush()
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.readline)
    for task in tasks:
        task.cancel()


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]), sys.argv[2]))
