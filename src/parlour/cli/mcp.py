"""`parlour mcp`."""

from __future__ import annotations

import socket
import sys
from contextlib import redirect_stdout
from pathlib import Path

import click

from parlour.cli.completion import complete_games
from parlour.cli.options import rules_from, set_option
from parlour.games.catalogue import game as find_game
from parlour.games.errors import ParlourError, reason

HOST = "127.0.0.1"
OPPONENT = "A computer player, module:Class, openai:MODEL or program:COMMAND."


@click.command()
@click.argument("game", shell_complete=complete_games)
@click.option("--seat", type=click.IntRange(1, 2), default=1, show_default=True, help="The seat of the client.")
@click.option("--opponent", default="hard", show_default=True, metavar="PLAYER", help=OPPONENT)
@set_option
@click.option(
    "--http", is_flag=True, help="Serve streamable HTTP on this machine instead of standard input and output."
)
@click.option("--port", type=click.IntRange(1, 65535), default=8100, show_default=True, help="The port for --http.")
@click.option("--save", "file", metavar="FILE", help="Save the match to this new file.")
def mcp(
    game: str, seat: int, opponent: str, settings: tuple[str, ...], http: bool, port: int, file: str | None
) -> None:
    """Let a language model play GAME with the tools of an MCP server."""
    with redirect_stdout(sys.stderr):  # standard output belongs to the protocol
        try:
            from parlour.mcp_server import ToolSeat, server_of
        except ImportError as error:
            raise ParlourError(f'parlour mcp needs {error.name}: pip install "parlour[mcp]"') from None
        from parlour.players.base import Contestant
        from parlour.players.roster import load_player
        from parlour.solver.solutions import solution_of

        variant, player = find_game(game, **rules_from(settings)), Contestant(load_player(opponent)())
        if player.consults_solution:
            solution_of(variant)  # now, so that no client waits for it
        if http:
            check_port(port)
        server = server_of(ToolSeat(variant, seat - 1, player, opponent, Path(file) if file else None))
    try:
        if http:
            click.echo(f"Parlour is at http://{HOST}:{port}/mcp (Ctrl-C ends it)", err=True)
            server.run("streamable-http", host=HOST, port=port)
        else:
            server.run("stdio")
    finally:
        player.close()


def check_port(port: int) -> None:
    """Fails with a plain message where the web server would only log one."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except OSError as error:
            raise ParlourError(f"port {port} cannot be used: {reason(error)}") from None
