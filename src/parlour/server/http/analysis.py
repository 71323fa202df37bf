"""Records, pictures, reviews and the explorer, under /api."""

import re
from collections.abc import Callable
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from parlour.drawing import scene_of, svg
from parlour.drawing.theme import THEMES
from parlour.match.match import HUMAN, Match
from parlour.match.record import dump, finish, is_plain
from parlour.server.errors import BadRequest, NotAllowed, NotFound
from parlour.server.http.matches import MatchRoutes
from parlour.server.http.requests import address_of, body_of, game_in, line_in, spend
from parlour.server.live.keeper import Keeper
from parlour.server.live.worker import explore, review_record
from parlour.server.matches.stored import StoredMatch
from parlour.server.matches.views import record_of

NUMBER = re.compile(r"[0-9]{1,9}")
LARGEST_RECORD = 2 * 1024 * 1024  # bytes


class AnalysisRoutes:
    def __init__(self, keeper: Keeper, matches: MatchRoutes) -> None:
        self._keeper, self._matches = keeper, matches
        one = "/api/matches/{match_id}"
        self.routes = [
            Route(f"{one}/record", self.record, methods=["GET"]),
            Route(f"{one}/review", self.review, methods=["GET"]),
            Route(f"{one}/picture/{{number}}", self.picture, methods=["GET"]),
            Route("/api/review", self.review_file, methods=["POST"]),
            Route("/api/explore", self.explore, methods=["POST"]),
        ]

    async def record(self, request: Request) -> Response:
        spend(self._keeper, "requests", request)
        current = await self._find_finished(request, "record")
        name = f"{current.row.game}-{current.row.id}.json"
        headers = {"content-disposition": f'attachment; filename="{name}"'}
        return Response(record_of(current), media_type="application/json", headers=headers)

    async def review(self, request: Request) -> Response:
        """For players and spectators, once the match is over: before, it would be a hint."""
        spend(self._keeper, "analyses", request)
        current = await self._find_finished(request, "review")
        return await self._analyse(request, review_record, record_of(current))

    async def picture(self, request: Request) -> Response:
        """The board after so many turns, as SVG."""
        spend(self._keeper, "requests", request)
        current, _ = await self._matches.find_seat(request)
        wanted = request.path_params["number"]
        if not NUMBER.fullmatch(wanted):
            raise NotFound("there is no such picture")
        number = min(int(wanted), len(current.line))
        theme = THEMES.get(request.query_params.get("theme", "light"), THEMES["light"])
        return Response(svg(scene_of(current.game, current.line.states[number]), theme), media_type="image/svg+xml")

    async def review_file(self, request: Request) -> Response:
        """The review of any record, or of the match in a shared link."""
        spend(self._keeper, "analyses", request)
        content = await body_of(request, LARGEST_RECORD)
        text = content["record"] if "record" in content else dump(shared_match(content))
        if not isinstance(text, str):
            raise BadRequest("record must be the text of a record")
        return await self._analyse(request, review_record, text)

    async def explore(self, request: Request) -> Response:
        spend(self._keeper, "analyses", request)
        content = await body_of(request)
        return await self._analyse(request, explore, line_in(game_in(content), content))

    async def _find_finished(self, request: Request, wanted: str) -> StoredMatch:
        current, _ = await self._matches.find_seat(request)
        if not current.over:
            raise NotAllowed(f"the {wanted} is there once the match is over")
        return current

    async def _analyse(self, request: Request, work: Callable[..., dict[str, Any]], *arguments: Any) -> Response:
        return JSONResponse(await self._keeper.analysis.run(address_of(request), work, *arguments))


def shared_match(content: dict[str, Any]) -> Match:
    """The match in a link: its seats, its turns, and its result, since it may have ended before the game."""
    match = Match.at(line_in(game_in(content), content))
    seats, result = content.get("seats", ["", ""]), content.get("result", {})
    if not isinstance(seats, list) or len(seats) != 2 or not all(map(is_plain, seats)):
        raise BadRequest("seats must be two plain names")
    if not isinstance(result, dict):
        raise BadRequest("result must be that of a review")
    match.seats = (seats[0] or HUMAN, seats[1] or HUMAN)
    finish(match, result)
    return match
