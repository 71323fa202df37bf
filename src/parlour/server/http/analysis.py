"""Records, pictures, reviews and the explorer, under /api. The work is left to processes that can be killed."""

import re
from collections.abc import Callable
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from parlour.drawing import scene_of, svg
from parlour.drawing.theme import THEMES
from parlour.server.errors import NotAllowed, NotFound
from parlour.server.http.matches import MatchRoutes
from parlour.server.http.requests import LARGEST, address_of, bytes_of, spend
from parlour.server.http.shares import give_up_turn
from parlour.server.live import tasks
from parlour.server.live.keeper import Keeper
from parlour.server.matches.records import FinishedMatch
from parlour.server.matches.stored import state_after

NUMBER = re.compile(r"[0-9]{1,9}")
LARGEST_RECORD = 2 * 1024 * 1024  # bytes
PER_ANALYSIS = 200 * 1024  # bytes of a record; a longer one counts as several analyses


class AnalysisRoutes:
    def __init__(self, keeper: Keeper, matches: MatchRoutes) -> None:
        self._keeper, self._matches = keeper, matches
        one = "/api/matches/{match_id}"
        self.routes = [
            Route(f"{one}/record", self.record, methods=["GET"]),
            Route(f"{one}/review", self.review, methods=["GET"]),
            Route(f"{one}/picture/{{number}}", self.picture, methods=["GET"]),
            Route("/api/review", self.review_upload, methods=["POST"]),
            Route("/api/explore", self.explore, methods=["POST"]),
        ]

    async def record(self, request: Request) -> Response:
        answer = await self._analyse_finished(request, tasks.record, "record")
        answer.headers["content-disposition"] = f'attachment; filename="parlour-{request.path_params["match_id"]}.json"'
        return answer

    async def review(self, request: Request) -> Response:
        """For players and spectators, once the match is over: before, it would be a hint."""
        return await self._analyse_finished(request, tasks.review, "review")

    async def picture(self, request: Request) -> Response:
        """The board after so many turns, as SVG."""
        spend(self._keeper, "requests", request)
        current, _ = await self._matches.find_seat(request)
        wanted = request.path_params["number"]
        if not NUMBER.fullmatch(wanted):
            raise NotFound("there is no such picture")
        state = await self._keeper.do(lambda tx: state_after(tx, current, int(wanted)))
        theme = THEMES.get(request.query_params.get("theme", "light"), THEMES["light"])
        return Response(svg(scene_of(current.game, state), theme), media_type="image/svg+xml")

    async def review_upload(self, request: Request) -> Response:
        """The review of any record, or of the match in a shared link."""
        spend(self._keeper, "analyses", request)
        data = await bytes_of(request, LARGEST_RECORD)
        spend(self._keeper, "analyses", request, len(data) // PER_ANALYSIS)
        return await self._analyse(request, tasks.review_upload, data)

    async def explore(self, request: Request) -> Response:
        spend(self._keeper, "analyses", request)
        return await self._analyse(request, tasks.explore_upload, await bytes_of(request, LARGEST))

    async def _analyse_finished(self, request: Request, work: Callable[..., str], wanted: str) -> Response:
        spend(self._keeper, "analyses", request)
        current, _ = await self._matches.find_seat(request)
        if not current.over:
            raise NotAllowed(f"the {wanted} is there once the match is over")
        match_id = current.row.id
        turns, voided = await self._keeper.do(lambda tx: (tx.turns(match_id), tx.voided(match_id)))
        return await self._analyse(
            request, work, FinishedMatch(current.game, current.row, current.seats, turns, voided)
        )

    async def _analyse(self, request: Request, work: Callable[..., str], *arguments: Any) -> Response:
        give_up_turn(request)
        client = self._keeper.key.fingerprint(address_of(request))
        text = await self._keeper.analysis.run(client, work, *arguments)
        return Response(text, media_type="application/json")
