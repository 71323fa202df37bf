"""The tools of a seat over MCP."""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock
from typing import Annotated, Any

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import ToolAnnotations
from pydantic import Field

from parlour import __version__
from parlour.games.errors import ParlourError
from parlour.mcp_server.seat import Seat

READS = ToolAnnotations(read_only_hint=True, open_world_hint=False)
# The opponent may choose if it could not be reached before. Asking again changes nothing more.
CONTINUES = ToolAnnotations(read_only_hint=False, destructive_hint=False, idempotent_hint=True, open_world_hint=False)
# A choice cannot be taken back, and the same call chooses again in the next round.
CHOOSES = ToolAnnotations(read_only_hint=False, destructive_hint=True, idempotent_hint=False, open_world_hint=False)
# The tools forget the match before. A second call is refused until the new match is over.
BEGINS = ToolAnnotations(read_only_hint=False, destructive_hint=True, idempotent_hint=True, open_world_hint=False)


def server_of(seat: Seat) -> MCPServer[None]:
    """A server with the tools of a seat. Every client of the server plays the same seat."""
    game = seat.game
    server: MCPServer[None] = MCPServer(
        "parlour",
        title=f"Parlour: {game.title}",
        instructions=instructions(seat),
        version=__version__,
        log_level="WARNING",
    )
    lock = Lock()  # the SDK calls every tool in a thread

    def reported(tool: Callable[[], dict[str, Any]]) -> dict[str, Any]:
        """The result of a tool. Clients see the message of a ToolError, and of no other error."""
        with lock:
            try:
                return tool()
            except ParlourError as error:
                raise ToolError(str(error)) from None

    @server.tool(annotations=CONTINUES)
    def state() -> dict[str, Any]:
        """The position, who is to act, who has already chosen in secret, and the result."""
        return reported(seat.state)

    @server.tool(annotations=READS)
    def legal_actions() -> dict[str, Any]:
        """The actions that you may choose now, each with its number and its name; none if you are not to act."""
        return reported(seat.legal_actions)

    @server.tool(annotations=CHOOSES)
    def choose(
        action: Annotated[int, Field(strict=True, description="The number of a legal action.")],
    ) -> dict[str, Any]:
        """Choose an action. It cannot be taken back. The answer says what happened, and the next position."""
        return reported(lambda: seat.choose(action))

    @server.tool(annotations=READS)
    def history() -> dict[str, Any]:
        """All past decisions of this match."""
        return reported(seat.history)

    @server.tool(annotations=READS)
    def rules() -> dict[str, Any]:
        """The rules of the game, and the parameters of this variant."""
        return reported(seat.rules)

    @server.tool(annotations=BEGINS)
    def new_match() -> dict[str, Any]:
        """Begin another match, once this one is over."""
        return reported(seat.new_match)

    return server


def instructions(seat: Seat) -> str:
    you = seat.game.words.PLAYERS[seat.player]
    return (
        f"You play {seat.game.title} as {you}. Read the rules, then look at the state and choose one of your legal "
        "actions until the match is over. In a secret round both players choose before either choice is shown."
    )
