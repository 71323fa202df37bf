"""The whole application: routes, headers, and an answer for every error."""

import logging
import traceback
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.protocols.utils import ClientDisconnected

from parlour.games.errors import BadGame, ParlourError
from parlour.server.errors import Refused
from parlour.server.http.analysis import AnalysisRoutes
from parlour.server.http.bots import BotRoutes, Bots
from parlour.server.http.games import GameRoutes
from parlour.server.http.matches import MatchRoutes
from parlour.server.http.monitor import LOOPBACK, CountStatuses, MonitorRoutes
from parlour.server.http.pages import no_such_page, page_routes
from parlour.server.http.push import PushRoutes
from parlour.server.http.shares import Shares
from parlour.server.limits import Budgets, TooMany
from parlour.server.live.keeper import Keeper
from parlour.server.live.worker import SECONDS
from parlour.server.matches.seals import SealKey
from parlour.server.store.store import Store, StoreBusy

RETRY = "2"  # seconds
CSP = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "connect-src 'self'",
        "img-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types 'none'",
    ]
)
HEADERS = {
    "content-security-policy": CSP,
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}
RAW_HEADERS = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
NO_STORE = (b"cache-control", b"no-store")
log = logging.getLogger("parlour.server")


def application(
    store: Store,
    key: SealKey,
    hosts: list[str],
    budgets: Budgets | None = None,
    seconds: float = SECONDS,
    monitor: str = LOOPBACK,
) -> Starlette:
    """The application for a store. `hosts` are the names under which it may be reached, `seconds` the time to solve,
    `monitor` the networks that may look at health and metrics.

    `state.wind_down` ends streams and sockets, so that the server can stop.
    """
    keeper, bots = Keeper(store, key, budgets, seconds), Bots()
    matches = MatchRoutes(keeper, bots)
    statuses: Counter[str] = Counter()
    routes = [
        *matches.routes,
        *PushRoutes(keeper, matches).routes,
        *AnalysisRoutes(keeper, matches).routes,
        *GameRoutes(keeper).routes,
        *BotRoutes(keeper, bots).routes,
        *MonitorRoutes(keeper, statuses, monitor).routes,
        *page_routes(),
    ]

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        await keeper.start()
        yield
        await keeper.close()

    def wind_down() -> None:
        keeper.wind_down()
        bots.end()

    app = Starlette(
        routes=routes,
        lifespan=lifespan,
        middleware=[
            Middleware(CountStatuses, counts=statuses),
            Middleware(Headers),
            Middleware(Shares, budgets=keeper.budgets, clock=keeper.clock),
            Middleware(TrustedHostMiddleware, allowed_hosts=hosts, www_redirect=False),
            Middleware(Errors),
        ],
        exception_handlers={ParlourError: explain, HTTPException: answer_plainly},
    )
    app.state.wind_down = wind_down
    return app


async def explain(_: Request, error: Exception) -> Response:
    """The mistake in one sentence. These errors never contain a choice."""
    if isinstance(error, TooMany):
        return JSONResponse({"error": str(error)}, 429, {"retry-after": str(error.seconds)})
    if isinstance(error, StoreBusy):
        log.warning("%s", error)
        return JSONResponse({"error": "the server is busy; try again in a moment"}, 503, {"retry-after": RETRY})
    if isinstance(error, BadGame):
        return JSONResponse({"error": "the rules of this game are broken"}, 500)
    return JSONResponse({"error": str(error)}, error.status if isinstance(error, Refused) else 400)


async def answer_plainly(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if error.status_code == 404 and "text/html" in request.headers.get("accept", ""):
        return no_such_page()
    return JSONResponse({"error": error.detail}, error.status_code, error.headers)


class Errors:
    """Answers an unexpected error. The log gets its place and kind alone: its text may contain a choice."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        started = False

        async def watch(message: Message) -> None:
            nonlocal started
            started = True
            await send(message)

        try:
            await self._app(scope, receive, watch)
        except (ClientDisconnected, ClientDisconnect):  # a page that has closed its socket before it was accepted
            pass
        except Exception as error:
            log.error("unexpected %s\n%s", type(error).__name__, "".join(traceback.format_tb(error.__traceback__)))
            if scope["type"] == "http" and not started:
                await JSONResponse({"error": "something went wrong on the server"}, 500)(scope, receive, send)


class Headers:
    """Adds the same headers to every answer."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                own = list(message["headers"])
                kept = any(name == b"cache-control" for name, _ in own)
                message = {**message, "headers": own + RAW_HEADERS + ([] if kept else [NO_STORE])}
            await send(message)

        await self._app(scope, receive, with_headers)
