"""Every address has a few requests at work at once, and not too many in a second: a flood delays only its sender."""

import asyncio
from collections import Counter

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from parlour.server.limits import Budgets, network_of
from parlour.server.matches.clocks import Clock

AT_ONCE, WITHOUT_WAITING = "requests at once", "requests without waiting"
ANSWERED = ("http.response.start", "websocket.accept", "websocket.close")
TURN = "parlour.turn"  # where a request keeps its turn


class RequestTurn:
    """The turn of one request. It may be given up while the request waits for its client or for a worker."""

    def __init__(self, slots: asyncio.Semaphore) -> None:
        self._slots, self._held = slots, False

    async def take(self) -> None:
        await self._slots.acquire()
        self._held = True

    def give_up(self) -> None:
        """Pass the turn on, after everything else that is ready now: requests of other addresses, for example."""
        if self._held:
            self._held = False
            asyncio.get_running_loop().call_soon(self._slots.release)


class Shares:
    """A request has its turn until its answer begins."""

    def __init__(self, app: ASGIApp, budgets: Budgets, clock: Clock) -> None:
        self._app, self._budgets, self._clock = app, budgets, clock
        self._slots: dict[str, asyncio.Semaphore] = {}
        self._count: Counter[str] = Counter()  # requests of each address, also those that wait

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        address = network_of(scope.get("client"))
        slots = self._slots.setdefault(address, asyncio.Semaphore(self._budgets.limits[AT_ONCE].most))
        turn = scope[TURN] = RequestTurn(slots)

        async def watch(message: Message) -> None:
            if message["type"] in ANSWERED:
                turn.give_up()
            await send(message)

        self._count[address] += 1
        try:
            await turn.take()
            wait = self._budgets.charge(WITHOUT_WAITING, address, 1, self._clock.now())
            if wait:
                await asyncio.sleep(wait)
            await self._app(scope, receive, watch)
        finally:
            turn.give_up()
            self._count[address] -= 1
            if not self._count[address]:
                del self._count[address], self._slots[address]


def give_up_turn(connection: HTTPConnection) -> None:
    """What follows takes no time of the server."""
    turn: RequestTurn = connection.scope[TURN]
    turn.give_up()


async def take_turn(connection: HTTPConnection) -> None:
    turn: RequestTurn = connection.scope[TURN]
    await turn.take()
