"""What pages and bots can ask for about matches, under /api."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeVar

from starlette.requests import HTTPConnection, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from parlour.games.errors import ParlourError
from parlour.match.commitments import NONCE_BYTES
from parlour.server import choosing, crash, offers, table, views
from parlour.server.bots import Bots, Offer
from parlour.server.cache import Cache
from parlour.server.keeper import Keeper
from parlour.server.limits import Budgets
from parlour.server.new_match import Wanted, wanted
from parlour.server.requests import (
    BadRequest,
    address_of,
    body_of,
    cookie_name,
    is_secure,
    name_in,
    secret_of,
    text,
    whole,
)
from parlour.server.rows import PublicRow
from parlour.server.seals import fresh_nonce
from parlour.server.store.base import StoreBusy
from parlour.server.store.transaction import Transaction
from parlour.server.table import NotFound
from parlour.server.worker import Variant, check_variant, needs_solution

Result = TypeVar("Result")
LARGEST_NUMBER = 2**31 - 1
MOST_LISTED = 50
MOST_RUNNING = 100_000  # matches at a time
MOST_WELCOME = 20_000  # seats whose secret was right before
COOKIE_SECONDS = 90 * 24 * 3600
OWN = re.compile(r"[A-Za-z0-9_-]{22,100}")


class Matches:
    """The routes, and what they share."""

    def __init__(self, keeper: Keeper, budgets: Budgets, bots: Bots) -> None:
        self._keeper, self._budgets, self._bots = keeper, budgets, bots
        self._welcome: Cache[bool] = Cache(MOST_WELCOME)

    def routes(self) -> list[Route]:
        one = "/api/matches/{match_id}"
        return [
            Route(f"{one}/choice", self.choose, methods=["POST"]),  # the first, since most requests are choices
            Route("/api/matches", self.create, methods=["POST"]),
            Route("/api/matches", self.listed, methods=["GET"]),
            Route(one, self.view, methods=["GET"]),
            Route(f"{one}/join", self.join, methods=["POST"]),
            Route(f"{one}/resign", self.resign, methods=["POST"]),
            Route(f"{one}/offer", self.offer, methods=["POST"]),
            Route(f"{one}/accept", self.accept, methods=["POST"]),
            Route(f"{one}/decline", self.decline, methods=["POST"]),
            Route(f"{one}/follow", self.follow, methods=["POST"]),
            Route(f"{one}/name", self.rename, methods=["POST"]),
            Route(f"{one}/renew", self.renew, methods=["POST"]),
        ]

    async def create(self, request: Request) -> Response:
        self._spend("new matches", request)
        match = wanted(await body_of(request))
        if match.computer and needs_solution(match.computer):
            await self._keeper.analysis.run(address_of(request), check_variant, variant_of(match))
        bot = self._bots.find(match.bot, match.new.game.name) if match.bot else None
        now = self._keeper.clock.now()

        def work(tx: Transaction) -> str:
            if tx.count_running() >= MOST_RUNNING:
                raise StoreBusy("this server has as many matches as it can hold")
            return table.create(tx, match.new, now)

        match_id = await self._keeper.do(work)
        self._keeper.addresses.put(match_id, address_of(request))
        links = {"you": link(match_id, match.own_secret), "watch": link(match_id, match.new.watch)}
        if bot:
            bot.offer(Offer(match_id, match.new.game.name, 1 - match.seat, match.other_secret))
        elif match.other_secret:
            links["other"] = link(match_id, match.other_secret)
        answer = answered({"id": match_id, "seat": match.seat, "links": links}, 201)
        give_cookie(request, answer, match_id, match.own_secret)
        self._welcome.put(seat_name(match_id, match.own_secret), True)
        return answer

    async def listed(self, request: Request) -> Response:
        """The public matches that are going on."""
        self._spend("requests", request)
        found = []
        for row in await self._keeper.do(lambda tx: tx.public_matches(MOST_LISTED)):
            with suppress(ParlourError):  # its game may not be installed any more
                found.append(listed(row))
        return answered({"matches": found})

    async def join(self, request: Request) -> Response:
        """Exchange the secret of a link for a cookie, or that of an invitation for the seat's own secret."""
        self._spend("requests", request)
        content = await body_of(request)
        match_id, now = request.path_params["match_id"], self._keeper.clock.now()
        entry = table.Entry(text(content, "secret", 100), own_in(content), secret_of(request), name_in(content))
        seat, kept = await self._guarded(request, lambda tx: table.join(tx, match_id, entry, now))
        answer = answered({"seat": seat, "secret": kept} if kept == entry.own else {"seat": seat})
        give_cookie(request, answer, match_id, kept)
        self._welcome.put(seat_name(match_id, kept), True)
        return answer

    async def view(self, request: Request) -> Response:
        self._spend("requests", request)
        current, seat = await self.seated(request)
        return Response(views.view(current, seat, self._keeper.clock.now()), media_type="application/json")

    async def choose(self, request: Request) -> Response:
        match_id, secret = request.path_params["match_id"], secret_of(request)
        if not table.ID.fullmatch(match_id):
            raise NotFound("there is no such match")
        content, key, now = await body_of(request), self._keeper.key, self._keeper.clock.now()
        choice = choosing.Request(
            round=whole(content, "round", 1, LARGEST_NUMBER),
            undone=whole(content, "undone", 0, LARGEST_NUMBER),
            action=whole(content, "action", 0, LARGEST_NUMBER),
            nonce=nonce_in(content),
            key=text(content, "key", 100),
        )
        seat = seat_name(match_id, secret)
        if self._welcome.get(seat):
            self._budgets.spend("choices of a seat", seat, now)
        else:
            self._spend("requests", request)  # anybody can make up seats, so only those that exist have a budget

        def work(tx: Transaction) -> str:
            current = table.load(tx, match_id)
            return choosing.choose(tx, current, table.player_of(current, secret), choice, key, now)

        answer = await self._guarded(request, work)
        self._welcome.put(seat, True)
        crash.point("after-commit")
        return Response(answer, media_type="application/json", background=crash.after_answer())

    async def resign(self, request: Request) -> Response:
        await body_of(request)
        return await self._done(request, choosing.resign)

    async def offer(self, request: Request) -> Response:
        kind = kind_in(await body_of(request))
        return await self._done(request, lambda tx, current, seat, now: offers.offer(tx, current, seat, kind, now))

    async def accept(self, request: Request) -> Response:
        content = await body_of(request)
        kind, at = kind_in(content), at_in(content)
        return await self._done(request, lambda tx, current, seat, now: offers.accept(tx, current, seat, kind, at, now))

    async def decline(self, request: Request) -> Response:
        await body_of(request)
        return await self._done(request, lambda tx, current, _, now: offers.decline(tx, current, now))

    async def rename(self, request: Request) -> Response:
        name = name_in(await body_of(request))
        return await self._done(request, lambda tx, current, seat, now: table.rename(tx, current, seat, name, now))

    async def renew(self, request: Request) -> Response:
        """Give the other seat a new link: somebody else has taken it."""
        await body_of(request)
        secret, match_id = table.fresh_secret(), request.path_params["match_id"]
        await self._done(request, lambda tx, current, seat, now: table.renew(tx, current, seat, secret, now))
        return answered({"link": link(match_id, secret)})

    async def follow(self, request: Request) -> Response:
        """Go on to the rematch."""
        self._spend("requests", request)
        await body_of(request)
        current, seat = await self.seated(request)
        secret, now = secret_of(request), self._keeper.clock.now()
        new_id, fresh = await self._keeper.do(lambda tx: offers.follow(tx, current, seat, secret, now))
        answer = answered({"id": new_id, "seat": None if seat is None else 1 - seat, "secret": fresh})
        give_cookie(request, answer, new_id, fresh)
        self._keeper.addresses.put(new_id, address_of(request))
        return answer

    async def seated(self, connection: HTTPConnection) -> tuple[table.Table, int | None]:
        """The match, and the seat of whoever asks; NotFound for strangers. Public matches anybody may watch."""
        match_id, secret = connection.path_params["match_id"], secret_of(connection)

        def work(tx: Transaction) -> tuple[table.Table, int | None]:
            current = table.load(tx, match_id)
            try:
                return current, table.seat_of(current.row, current.seats, secret)
            except NotFound:
                if current.row.public:
                    return current, None
                raise

        current, seat = await self._guarded(connection, work)
        if seat is not None:
            self._welcome.put(seat_name(match_id, secret), True)
        return current, seat

    async def _done(self, request: Request, work: Callable[[Transaction, table.Table, int, int], None]) -> Response:
        """Carry out something for a player that needs no other answer than that it is stored."""
        self._spend("requests", request)
        match_id, secret, now = request.path_params["match_id"], secret_of(request), self._keeper.clock.now()

        def authorised(tx: Transaction) -> None:
            current = table.load(tx, match_id)
            work(tx, current, table.player_of(current, secret), now)

        await self._guarded(request, authorised)
        return answered({"done": True})

    def _spend(self, what: str, connection: HTTPConnection) -> None:
        self._budgets.spend(what, address_of(connection), self._keeper.clock.now())

    async def _guarded(self, connection: HTTPConnection, work: Callable[[Transaction], Result]) -> Result:
        """Work that looks at a secret. An address that tries too many wrong ones is told to wait.

        The right ones still count: somebody else at the same address may be to blame. Guessing is hopeless anyway.
        """
        try:
            return await self._keeper.do(work)
        except NotFound:
            self._spend("wrong links", connection)
            raise


def listed(row: PublicRow) -> dict[str, Any]:
    first, second = table.game_of(row.game, "{}").words.PLAYERS
    return {"id": row.id, "game": row.game, "names": [row.first or first, row.second or second], "round": row.round}


def seat_name(match_id: str, secret: str) -> str:
    """For limits. It is short, whatever was sent."""
    return f"{match_id}/{table.hashed(secret)}"


def variant_of(match: Wanted) -> Variant:
    return Variant(match.new.game.name, match.new.game.named_rules())


def nonce_in(content: dict[str, Any]) -> bytes:
    """The client's nonce; a bot that sends none gets one."""
    if "nonce" not in content:
        return fresh_nonce()
    try:
        nonce = bytes.fromhex(text(content, "nonce", 2 * NONCE_BYTES))
    except ValueError:
        nonce = b""
    if len(nonce) != NONCE_BYTES:
        raise BadRequest(f"nonce must be {NONCE_BYTES} bytes in hexadecimal")
    return nonce


def kind_in(content: dict[str, Any]) -> str:
    kind = text(content, "kind")
    if kind not in table.OFFERS:
        raise BadRequest(f"kind must be one of {', '.join(table.OFFERS)}")
    return kind


def at_in(content: dict[str, Any]) -> tuple[int, int]:
    """The round that a request belongs to, and how often decisions were taken back before."""
    return whole(content, "round", 1, LARGEST_NUMBER), whole(content, "undone", 0, LARGEST_NUMBER)


def own_in(content: dict[str, Any]) -> str:
    """The secret that a client makes up for its seat; one that sends none gets one."""
    if "own" not in content:
        return table.fresh_secret()
    own = text(content, "own", 100)
    if not OWN.fullmatch(own):
        raise BadRequest("own must be a secret of 22 to 100 letters, digits, dashes and underscores")
    return own


def link(match_id: str, secret: str) -> str:
    return f"/m/{match_id}#{secret}"


def answered(content: dict[str, Any], status: int = 200) -> Response:
    return JSONResponse(content, status)


def give_cookie(request: Request, answer: Response, match_id: str, secret: str) -> None:
    answer.set_cookie(
        cookie_name(request),
        secret,
        max_age=COOKIE_SECONDS,
        path=f"/api/matches/{match_id}",  # no other request carries it
        secure=is_secure(request),
        httponly=True,
        samesite="strict",
    )
