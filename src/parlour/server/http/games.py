"""The games of a server with their rules, and the limits, under /api."""

from collections.abc import Callable, Sequence
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from parlour.drawing import scene_data, scene_of
from parlour.games.catalogue import game_names, named_game
from parlour.games.game import Game
from parlour.players.roster import player_names
from parlour.server.compact import compact
from parlour.server.errors import NotFound
from parlour.server.http.requests import spend
from parlour.server.live.keeper import Keeper


class GameRoutes:
    def __init__(self, keeper: Keeper) -> None:
        self._keeper = keeper
        self._texts: dict[str, str] = {}  # answers that are always the same
        self.routes = [
            Route("/api/games", self.games, methods=["GET"]),
            Route("/api/games/{name}", self.game, methods=["GET"]),
            Route("/api/limits", self.limits, methods=["GET"]),
        ]

    async def games(self, request: Request) -> Response:
        spend(self._keeper, "requests", request)
        return self._answer("", catalogue)

    async def game(self, request: Request) -> Response:
        spend(self._keeper, "requests", request)
        name = request.path_params["name"]
        if name not in game_names():
            raise NotFound("there is no such game")
        return self._answer(name, lambda: description(name))

    async def limits(self, request: Request) -> Response:
        spend(self._keeper, "requests", request)
        return JSONResponse({what: limit._asdict() for what, limit in self._keeper.budgets.limits.items()})

    def _answer(self, key: str, find: Callable[[], dict[str, Any]]) -> Response:
        if key not in self._texts:
            self._texts[key] = compact(find())
        return Response(self._texts[key], media_type="application/json")


def catalogue() -> dict[str, Any]:
    return {"games": [game_data(named_game(name)) for name in game_names()], "players": player_names()}


def description(name: str) -> dict[str, Any]:
    """A game with its rules."""
    game = named_game(name)
    return {**game_data(game), "rulebook": blocks(game.rulebook())}


def game_data(game: Game) -> dict[str, Any]:
    """The entry of a game on the home page."""
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


def blocks(text: str) -> list[Any]:
    """RULES.md as a tree of elements, so that a page can show it without turning text into HTML:

    `{"tag": "p", "children": ["Each player ", {"tag": "strong", "children": ["bids"]}]}`."""
    tokens = MarkdownIt("commonmark", {"html": False}).enable("table").parse(text)
    return elements(SyntaxTreeNode(tokens).children)


def elements(nodes: Sequence[SyntaxTreeNode]) -> list[Any]:
    found: list[Any] = []
    for node in nodes:
        if node.type == "inline":
            found += elements(node.children)
        elif node.is_nested:
            found.append({"tag": node.tag, "children": elements(node.children)})
        elif node.type in ("fence", "code_block"):
            found.append({"tag": "pre", "children": [node.content]})
        elif node.type == "code_inline":
            found.append({"tag": "code", "children": [node.content]})
        elif node.type in ("softbreak", "hardbreak"):
            found.append(" ")
        elif node.content:
            found.append(node.content)
    return found
