"""Games, rules, records, reviews and the explorer, under /api."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from parlour.drawing import scene_data, scene_of, svg
from parlour.drawing.theme import THEMES
from parlour.games.catalogue import game_names, named_game
from parlour.games.contract import Decision
from parlour.games.errors import ParlourError
from parlour.games.game import Game
from parlour.match.match import HUMAN, Match
from parlour.match.record import dump, finish, is_plain
from parlour.players.roster import player_names
from parlour.server.analysis import explore, review_record
from parlour.server.keeper import Keeper
from parlour.server.limits import Budgets
from parlour.server.new_match import decisions_of, game_in
from parlour.server.records import record_of
from parlour.server.requests import BadRequest, address_of, body_of
from parlour.server.routes import Matches
from parlour.server.rulebook import blocks
from parlour.server.table import NotAllowed, NotFound
from parlour.server.worker import Variant

NUMBER = re.compile(r"[0-9]{1,9}")
LARGEST_RECORD = 2 * 1024 * 1024  # bytes


class Analysis:
    def __init__(self, keeper: Keeper, budgets: Budgets, matches: Matches) -> None:
        self._keeper, self._budgets, self._matches = keeper, budgets, matches

    def routes(self) -> list[Route]:
        one = "/api/matches/{match_id}"
        return [
            Route("/api/games", self.games, methods=["GET"]),
            Route("/api/games/{name}", self.game, methods=["GET"]),
            Route("/api/limits", self.limits, methods=["GET"]),
            Route(f"{one}/record", self.record, methods=["GET"]),
            Route(f"{one}/review", self.review, methods=["GET"]),
            Route(f"{one}/picture/{{number}}", self.picture, methods=["GET"]),
            Route("/api/review", self.review_file, methods=["POST"]),
            Route("/api/explore", self.explore, methods=["POST"]),
        ]

    async def games(self, request: Request) -> Response:
        self._spend("requests", request)
        return JSONResponse(
            {"games": [game_data(named_game(name)) for name in game_names()], "players": player_names()}
        )

    async def game(self, request: Request) -> Response:
        """One game with its rules as text."""
        self._spend("requests", request)
        try:
            game = named_game(request.path_params["name"])
        except ParlourError:
            raise NotFound("there is no such game") from None
        return JSONResponse({**game_data(game), "rulebook": blocks(game.rulebook())})

    async def limits(self, request: Request) -> Response:
        self._spend("requests", request)
        return JSONResponse({what: limit._asdict() for what, limit in self._budgets.limits.items()})

    async def record(self, request: Request) -> Response:
        self._spend("requests", request)
        current, _ = await self._matches.seated(request)
        if not current.over:
            raise NotAllowed("the record is there once the match is over")
        name = f"{current.row.game}-{current.row.id}.json"
        headers = {"content-disposition": f'attachment; filename="{name}"'}
        return Response(record_of(current), media_type="application/json", headers=headers)

    async def review(self, request: Request) -> Response:
        """For everybody who may see the match, once it is over: before, it would be a hint."""
        self._spend("analyses", request)
        current, _ = await self._matches.seated(request)
        if not current.over:
            raise NotAllowed("the review is there once the match is over")
        return await self._analysed(request, review_record, record_of(current))

    async def picture(self, request: Request) -> Response:
        """The board after so many decisions, as SVG."""
        self._spend("requests", request)
        current, _ = await self._matches.seated(request)
        wanted = request.path_params["number"]
        if not NUMBER.fullmatch(wanted):
            raise NotFound("there is no such picture")
        number = min(int(wanted), len(current.decisions))
        theme = THEMES.get(request.query_params.get("theme", "light"), THEMES["light"])
        return Response(svg(scene_of(current.game, current.states[number]), theme), media_type="image/svg+xml")

    async def review_file(self, request: Request) -> Response:
        """The review of any record, or of the match in a shared link."""
        self._spend("analyses", request)
        content = await body_of(request, LARGEST_RECORD)
        record = content["record"] if "record" in content else dump(shared_match(content))
        if not isinstance(record, str):
            raise BadRequest("record must be the text of a record")
        return await self._analysed(request, review_record, record)

    async def explore(self, request: Request) -> Response:
        self._spend("analyses", request)
        return await self._analysed(request, explore, *position_in(await body_of(request)))

    async def _analysed(self, request: Request, work: Callable[..., dict[str, Any]], *arguments: Any) -> Response:
        return JSONResponse(await self._keeper.analysis.run(address_of(request), work, *arguments))

    def _spend(self, what: str, request: Request) -> None:
        self._budgets.spend(what, address_of(request), self._keeper.clock.now())


def position_in(content: dict[str, Any]) -> tuple[Variant, list[Decision]]:
    """A variant and decisions that can be played in it."""
    game = game_in(content)
    match = decisions_of(game, content)
    return Variant(game.name, game.named_rules()), list(match.decisions)


def shared_match(content: dict[str, Any]) -> Match:
    """The match in a link: its seats, its decisions, and its result, since it may have ended before the game."""
    match = decisions_of(game_in(content), content)
    seats, result = content.get("seats", ["", ""]), content.get("result", {})
    if not isinstance(seats, list) or len(seats) != 2 or not all(map(is_plain, seats)):
        raise BadRequest("seats must be two plain names")
    if not isinstance(result, dict):
        raise BadRequest("result must be that of a review")
    match.seats = (seats[0] or HUMAN, seats[1] or HUMAN)
    finish(match, result)
    return match


@cache
def game_data(game: Game) -> dict[str, Any]:
    """What a home page says about a game."""
    return {
        "name": game.name,
        "title": game.title,
        "tagline": game.words.TAGLINE,
        "roles": game.words.PLAYERS,
        "secret": game.words.SECRET,
        "rules": game.named_rules(),
        "allowed": game.allowed_rules(),
        "scene": scene_data(scene_of(game, game.start())),
    }
