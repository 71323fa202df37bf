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
from parlour.server.contents import (
    LARGEST_NUMBER,
    at_in,
    kind_in,
    name_in,
    new_match_in,
    nonce_in,
    own_in,
    text,
    turns_in,
    whole,
)
from parlour.server.errors import NotFound, Refused
from parlour.server.http.bots import Bots, Offer
from parlour.server.http.requests import LARGEST, address_of, body_of, cookie_name, is_secure, secret_of, spend
from parlour.server.http.shares import give_up_turn
from parlour.server.live import tasks
from parlour.server.live.keeper import Keeper
from parlour.server.matches import choosing, offers, seats, views
from parlour.server.matches.seats import NewMatch, NewSeat
from parlour.server.matches.stored import BOT, COMPUTER, PERSON, REMATCH, StoredMatch, game_of, load
from parlour.server.store.store import StoreBusy
from parlour.server.store.transaction import Transaction

Result = TypeVar("Result")
MOST_LISTED = 50
MOST_RUNNING = 100_000  # matches at a time
PER_MATCH = 100  # turns before the beginning of a match that cost as much as another match
MOST_WELCOME = 20_000  # seats whose secret was right before
VIEWS = "kilobytes of views"
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
        content = await body_of(request, LARGEST)
        creator = self._keeper.key.fingerprint(address_of(request))
        new, seat = new_match_in(content, creator)
        own, other = new.seats[seat], new.seats[1 - seat]
        turns = turns_in(content)
        spend(self._keeper, "new matches", request, len(turns) // PER_MATCH)
        await self._check_opponent(request, new, other)
        if turns:
            give_up_turn(request)
            new = new._replace(given=await self._keeper.quick.run(creator, tasks.given_turns, new.game, turns))
        bot = self._bots.find(other.name, new.game.name) if other.kind == BOT else None
        if self._keeper.running >= MOST_RUNNING:
            raise StoreBusy("this server has as many matches as it can hold")
        now = self._keeper.clock.now()

        def work(tx: Transaction) -> str:
            self._keeper.budgets.allow("running matches", tx.count_running_of(creator))
            return seats.create(tx, new, now)

        match_id = await self._keeper.do(work)
        links = {"you": link(match_id, own.secret), "watch": link(match_id, new.watch)}
        if bot:
            bot.offers.put_nowait(Offer(match_id, new.game.name, 1 - seat, other.secret))
        elif other.kind == PERSON:
            links["other"] = link(match_id, other.secret)
        answer = JSONResponse({"id": match_id, "seat": seat, "links": links}, 201)
        give_cookie(request, answer, match_id, own.secret)
        self._welcome.put(seat_name(match_id, own.secret), True)
        return answer

    async def _check_opponent(self, request: Request, new: NewMatch, opponent: NewSeat) -> None:
        """Some computer players need the solution, which is there for games that come solved."""
        if opponent.kind == COMPUTER and tasks.needs_solution(opponent.name) and not new.game.comes_solved:
            give_up_turn(request)
            await self._keeper.analysis.run(new.creator, tasks.check_solvable, new.game)

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
        content = await self._content(request)
        match_id, now = request.path_params["match_id"], self._keeper.clock.now()
        entry = seats.Entry(text(content, "secret", 100), own_in(content), secret_of(request), name_in(content))
        seat, kept = await self._guard(request, lambda tx: seats.join(tx, match_id, entry, now))
        answer = JSONResponse({"seat": seat, "secret": kept} if kept == entry.own else {"seat": seat})
        give_cookie(request, answer, match_id, kept)
        self._welcome.put(seat_name(match_id, kept), True)
        return answer

    async def view(self, request: Request) -> Response:
        spend(self._keeper, "requests", request)
        spend(self._keeper, VIEWS, request)
        current, seat = await self.find_seat(request)
        shown = await self._keeper.shown(current.row.id)
        if self._keeper.takes_long(shown):
            give_up_turn(request)
            shown = await self._keeper.render(shown)
        now = self._keeper.clock.now()
        view = views.view(shown, seat, now)
        self._keeper.budgets.charge(VIEWS, address_of(request), len(view) / 1024, now)
        return Response(view, media_type="application/json")

    async def choose(self, request: Request) -> Response:
        match_id, secret = request.path_params["match_id"], secret_of(request)
        key, now, seat = self._keeper.key, self._keeper.clock.now(), seat_name(match_id, secret)
        if self._welcome.get(seat):
            self._keeper.budgets.spend("choices of a seat", seat, now)
        else:
            spend(self._keeper, "requests", request)  # seats can be made up: only those that exist have a budget
        content = await body_of(request)
        choice = choosing.ChoiceRequest(
            *at_in(content),
            action=whole(content, "action", 0, LARGEST_NUMBER),
            nonce=nonce_in(content),
            key=text(content, "key", 100),
        )

        def work(tx: Transaction) -> str:
            current = load(tx, match_id)
            return choosing.choose(tx, current, seats.player_of(current, secret), choice, key, now)

        answer = await self._guard(request, work)
        self._welcome.put(seat, True)
        crash.point("after-commit")
        return Response(answer, media_type="application/json", background=crash.after_answer())

    async def resign(self, request: Request) -> Response:
        await self._content(request)
        return await self._apply(request, choosing.resign)

    async def offer(self, request: Request) -> Response:
        return await self._agree(request, offers.offer)

    async def accept(self, request: Request) -> Response:
        return await self._agree(request, offers.accept)

    async def _agree(self, request: Request, change: Callable[..., None]) -> Response:
        """Let a player offer or accept something. A rematch counts as a running match of who created this one."""
        content = await self._content(request)
        kind, at = kind_in(content), at_in(content)
        if kind == REMATCH:
            spend(self._keeper, "new matches", request)

        def change_within_limits(tx: Transaction, current: StoredMatch, seat: int, now: int) -> None:
            if kind == REMATCH and current.row.creator:
                self._keeper.budgets.allow("running matches", tx.count_running_of(current.row.creator))
            change(tx, current, seat, kind, at, now)

        return await self._apply(request, change_within_limits)

    async def decline(self, request: Request) -> Response:
        await self._content(request)
        return await self._apply(request, offers.decline)

    async def rename(self, request: Request) -> Response:
        content = await self._content(request)
        return await self._apply(request, seats.rename, name_in(content))

    async def renew(self, request: Request) -> Response:
        """Give the other seat a new link: the wrong person has taken it."""
        await self._content(request)
        secret, match_id = seats.fresh_secret(), request.path_params["match_id"]
        await self._apply(request, seats.renew, secret)
        return JSONResponse({"link": link(match_id, secret)})

    async def follow(self, request: Request) -> Response:
        """Join the rematch."""
        await self._content(request)
        current, seat = await self.find_seat(request)
        secret, now = secret_of(request), self._keeper.clock.now()
        new_id, fresh = await self._keeper.do(lambda tx: offers.follow(tx, current, seat, secret, now))
        answer = JSONResponse({"id": new_id, "seat": None if seat is None else 1 - seat, "secret": fresh})
        give_cookie(request, answer, new_id, fresh)
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

    async def _content(self, request: Request) -> dict[str, Any]:
        spend(self._keeper, "requests", request)
        return await body_of(request)

    async def _apply(self, request: Request, change: Callable[..., None], *arguments: Any) -> Response:
        """Let a player change the match. There is nothing to answer but that the change is stored."""
        match_id, secret, now = request.path_params["match_id"], secret_of(request), self._keeper.clock.now()

        def work(tx: Transaction) -> None:
            current = load(tx, match_id)
            seat = seats.player_of(current, secret)
            change(tx, current, seat, *arguments, now)

        await self._guard(request, work)
        return JSONResponse({"done": True})

    async def _guard(self, connection: HTTPConnection, work: Callable[[Transaction], Result]) -> Result:
        """Work that looks at a secret. An address that tries too many wrong ones is told to wait.

        The right ones still count: another client at the same address may be to blame. Guessing is hopeless anyway.
        """
        match_id = connection.path_params["match_id"]
        try:
            found = await self._keeper.do(work)
        except NotFound:
            spend(self._keeper, "wrong links", connection)
            raise
        except Refused:
            self._keeper.look_after(match_id)  # perhaps a computer player has yet to choose
            raise
        self._keeper.look_after(match_id)
        return found


def seat_name(match_id: str, secret: str) -> str:
    """For limits."""
    return f"{match_id[:40]}/{seats.digest(secret)}"


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
