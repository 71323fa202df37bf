"""Matches, under /api/matches: everything that players and spectators ask for, except reviews and pushed views."""

from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeVar

from starlette.requests import HTTPConnection, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from parlour.games.errors import ParlourError
from parlour.server import crash
from parlour.server.cache import Cache
from parlour.server.errors import NotFound
from parlour.server.http.bots import Bots, Offer
from parlour.server.http.requests import (
    LARGEST_NUMBER,
    address_of,
    at_in,
    body_of,
    cookie_name,
    is_secure,
    kind_in,
    name_in,
    new_match_in,
    nonce_in,
    own_in,
    secret_of,
    spend,
    text,
    whole,
)
from parlour.server.live.keeper import Keeper
from parlour.server.live.worker import check_solvable, needs_solution
from parlour.server.matches import choosing, offers, seats, views
from parlour.server.matches.stored import BOT, COMPUTER, PERSON, StoredMatch, game_of, load
from parlour.server.store.transaction import StoreBusy, Transaction

Result = TypeVar("Result")
MOST_LISTED = 50
MOST_RUNNING = 100_000  # matches at a time
MOST_WELCOME = 20_000  # seats whose secret was right before
COOKIE_SECONDS = 90 * 24 * 3600


class MatchRoutes:
    def __init__(self, keeper: Keeper, bots: Bots) -> None:
        self._keeper, self._bots = keeper, bots
        self._welcome: Cache[bool] = Cache(MOST_WELCOME)
        one = "/api/matches/{match_id}"
        self.routes = [
            Route(f"{one}/choice", self.choose, methods=["POST"]),  # the first, since most requests are choices
            Route("/api/matches", self.create, methods=["POST"]),
            Route("/api/matches", self.list_public, methods=["GET"]),
            Route(one, self.view, methods=["GET"]),
            Route(f"{one}/join", self.join, methods=["POST"]),
            Route(f"{one}/follow", self.follow, methods=["POST"]),
            Route(f"{one}/renew", self.renew, methods=["POST"]),
            Route(f"{one}/resign", self.resign, methods=["POST"]),
            Route(f"{one}/offer", self.offer, methods=["POST"]),
            Route(f"{one}/accept", self.accept, methods=["POST"]),
            Route(f"{one}/decline", self.decline, methods=["POST"]),
            Route(f"{one}/name", self.rename, methods=["POST"]),
        ]

    async def create(self, request: Request) -> Response:
        spend(self._keeper, "new matches", request)
        new, seat = new_match_in(await body_of(request))
        game, own, other = new.line.game, new.seats[seat], new.seats[1 - seat]
        if other.kind == COMPUTER and needs_solution(other.name):
            await self._keeper.analysis.run(address_of(request), check_solvable, game)
        bot = self._bots.find(other.name, game.name) if other.kind == BOT else None
        now = self._keeper.clock.now()

        def work(tx: Transaction) -> str:
            if tx.count_running() >= MOST_RUNNING:
                raise StoreBusy("this server has as many matches as it can hold")
            return seats.create(tx, new, now)

        match_id = await self._keeper.do(work)
        self._keeper.addresses.put(match_id, address_of(request))
        links = {"you": link(match_id, own.secret), "watch": link(match_id, new.watch)}
        if bot:
            bot.offers.put_nowait(Offer(match_id, game.name, 1 - seat, other.secret))
        elif other.kind == PERSON:
            links["other"] = link(match_id, other.secret)
        answer = JSONResponse({"id": match_id, "seat": seat, "links": links}, 201)
        give_cookie(request, answer, match_id, own.secret)
        self._welcome.put(seat_name(match_id, own.secret), True)
        return answer

    async def list_public(self, request: Request) -> Response:
        spend(self._keeper, "requests", request)
        found = []
        for row in await self._keeper.do(lambda tx: tx.public_matches(MOST_LISTED)):
            with suppress(ParlourError):  # its game may not be installed any more
                first, second = game_of(row.game, "{}").words.PLAYERS
                names = [row.first or first, row.second or second]
                found.append({"id": row.id, "game": row.game, "names": names, "turn": row.turn})
        return JSONResponse({"matches": found})

    async def join(self, request: Request) -> Response:
        """Exchange the secret of a link for a cookie, or that of an invitation for the seat's own secret."""
        spend(self._keeper, "requests", request)
        content = await body_of(request)
        match_id, now = request.path_params["match_id"], self._keeper.clock.now()
        entry = seats.Entry(text(content, "secret", 100), own_in(content), secret_of(request), name_in(content))
        seat, kept = await self._guard(request, lambda tx: seats.join(tx, match_id, entry, now))
        answer = JSONResponse({"seat": seat, "secret": kept} if kept == entry.own else {"seat": seat})
        give_cookie(request, answer, match_id, kept)
        self._welcome.put(seat_name(match_id, kept), True)
        return answer

    async def view(self, request: Request) -> Response:
        spend(self._keeper, "requests", request)
        current, seat = await self.find_seat(request)
        return Response(views.view(current, seat, self._keeper.clock.now()), media_type="application/json")

    async def choose(self, request: Request) -> Response:
        match_id, secret = request.path_params["match_id"], secret_of(request)
        content, key, now = await body_of(request), self._keeper.key, self._keeper.clock.now()
        choice = choosing.ChoiceRequest(
            *at_in(content),
            action=whole(content, "action", 0, LARGEST_NUMBER),
            nonce=nonce_in(content),
            key=text(content, "key", 100),
        )
        seat = seat_name(match_id, secret)
        if self._welcome.get(seat):
            self._keeper.budgets.spend("choices of a seat", seat, now)
        else:
            spend(self._keeper, "requests", request)  # seats can be made up: only those that exist have a budget

        def work(tx: Transaction) -> str:
            current = load(tx, match_id)
            return choosing.choose(tx, current, seats.player_of(current, secret), choice, key, now)

        answer = await self._guard(request, work)
        self._welcome.put(seat, True)
        crash.point("after-commit")
        return Response(answer, media_type="application/json", background=crash.after_answer())

    async def resign(self, request: Request) -> Response:
        await body_of(request)
        return await self._apply(request, choosing.resign)

    async def offer(self, request: Request) -> Response:
        content = await body_of(request)
        return await self._apply(request, offers.offer, kind_in(content))

    async def accept(self, request: Request) -> Response:
        content = await body_of(request)
        return await self._apply(request, offers.accept, kind_in(content), at_in(content))

    async def decline(self, request: Request) -> Response:
        await body_of(request)
        return await self._apply(request, offers.decline)

    async def rename(self, request: Request) -> Response:
        content = await body_of(request)
        return await self._apply(request, seats.rename, name_in(content))

    async def renew(self, request: Request) -> Response:
        """Give the other seat a new link: the wrong person has taken it."""
        await body_of(request)
        secret, match_id = seats.fresh_secret(), request.path_params["match_id"]
        await self._apply(request, seats.renew, secret)
        return JSONResponse({"link": link(match_id, secret)})

    async def follow(self, request: Request) -> Response:
        """Join the rematch."""
        spend(self._keeper, "requests", request)
        await body_of(request)
        current, seat = await self.find_seat(request)
        secret, now = secret_of(request), self._keeper.clock.now()
        new_id, fresh = await self._keeper.do(lambda tx: offers.follow(tx, current, seat, secret, now))
        answer = JSONResponse({"id": new_id, "seat": None if seat is None else 1 - seat, "secret": fresh})
        give_cookie(request, answer, new_id, fresh)
        self._keeper.addresses.put(new_id, address_of(request))
        return answer

    async def find_seat(self, connection: HTTPConnection) -> tuple[StoredMatch, int | None]:
        """The match, and the seat of the client; NotFound for strangers, unless the match is public."""
        match_id, secret = connection.path_params["match_id"], secret_of(connection)

        def work(tx: Transaction) -> tuple[StoredMatch, int | None]:
            current = load(tx, match_id)
            try:
                return current, seats.seat_of(current, secret)
            except NotFound:
                if current.row.public:
                    return current, None
                raise

        current, seat = await self._guard(connection, work)
        if seat is not None:
            self._welcome.put(seat_name(match_id, secret), True)
        return current, seat

    async def _apply(self, request: Request, change: Callable[..., None], *arguments: Any) -> Response:
        """Let a player change the match. There is nothing to answer but that the change is stored."""
        spend(self._keeper, "requests", request)
        match_id, secret, now = request.path_params["match_id"], secret_of(request), self._keeper.clock.now()

        def work(tx: Transaction) -> None:
            current = load(tx, match_id)
            change(tx, current, seats.player_of(current, secret), *arguments, now)

        await self._guard(request, work)
        return JSONResponse({"done": True})

    async def _guard(self, connection: HTTPConnection, work: Callable[[Transaction], Result]) -> Result:
        """Work that looks at a secret. An address that tries too many wrong ones is told to wait.

        The right ones still count: another client at the same address may be to blame. Guessing is hopeless anyway.
        """
        try:
            return await self._keeper.do(work)
        except NotFound:
            spend(self._keeper, "wrong links", connection)
            raise


def seat_name(match_id: str, secret: str) -> str:
    """For limits. It is short for every input."""
    return f"{match_id}/{seats.digest(secret)}"


def link(match_id: str, secret: str) -> str:
    return f"/m/{match_id}#{secret}"


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
