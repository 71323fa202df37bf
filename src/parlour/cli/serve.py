"""Matches with programs elsewhere: `parlour serve`, `parlour bot` and `parlour mcp`."""

import socket
import sys
from collections.abc import Callable
from contextlib import redirect_stdout
from pathlib import Path
from typing import NoReturn

import click

import parlour
from parlour.cli.commands import fail
from parlour.cli.completion import complete_games
from parlour.cli.options import rules_from, set_option
from parlour.extras import missing
from parlour.games.catalogue import named_game
from parlour.games.errors import ParlourError, reason
from parlour.games.vocabulary import count
from parlour.match.match import Match
from parlour.match.transcript import closing, variant_name
from parlour.players.base import Player

HOST = "127.0.0.1"
DATABASE = "A SQLite file, or the address of a PostgreSQL server (postgresql://...)."
HOSTS = "A name under which browsers reach the server; can be repeated. Localhost always works."
LIMITS = "Multiply the limits of each address, for example by 10 for a tournament of bots."
SOLVING = "How long solving a variant may take. If it takes longer, players that need the solution cannot play it."
PROXIES = "The addresses of reverse proxies whose X-Forwarded headers to trust, separated by commas."
PLAYER = "A computer player, or module:Class for your own."
SERVER = "Offer the bot to all players on this server, instead of playing one match."
GAMES = "With --server: a game that the bot plays; can be repeated. All games by default."
OPPONENT = "A computer player, module:Class, openai:MODEL or program:COMMAND."


@click.command()
@click.option("--host", default=HOST, show_default=True, help="The address to listen on.")
@click.option("--port", type=click.IntRange(1, 65535), default=8000, show_default=True, help="The port to listen on.")
@click.option("--database", metavar="WHERE", help=DATABASE)
@click.option("--key", metavar="FILE", help="The key that encrypts sealed choices; created if it does not exist.")
@click.option("--name", "names", multiple=True, metavar="HOST", help=HOSTS)
@click.option("--proxies", default="", metavar="ADDRESSES", help=PROXIES)
@click.option("--limits", default=1.0, metavar="FACTOR", help=LIMITS)
@click.option("--solving", default=10.0, metavar="SECONDS", help=SOLVING, show_default=True)
def serve(
    host: str,
    port: int,
    database: str | None,
    key: str | None,
    names: tuple[str, ...],
    proxies: str,
    limits: float,
    solving: float,
) -> None:
    """Serve matches to browsers and bots."""
    try:
        from parlour.server.serve import ServerSettings, data_folder, key_file
        from parlour.server.serve import serve as run
    except ImportError as error:
        raise ParlourError(missing(f"parlour serve needs {error.name}", "server")) from None
    settings = ServerSettings(
        host=host,
        port=port,
        database=database or str(data_folder() / "matches.sqlite"),
        key=Path(key) if key else key_file(),
        hosts=["localhost", HOST, *({host} - {"0.0.0.0", "::"}), *names],
        proxies=proxies,
        limits=limits,
        seconds=solving,
    )
    run(settings, started=lambda: click.echo(f"Parlour is at http://{host}:{port} (Ctrl-C ends it)"))


@click.command()
@click.argument("link", required=False)
@click.option("--player", default="hard", show_default=True, metavar="PLAYER", help=PLAYER)
@click.option("--server", metavar="URL", help=SERVER)
@click.option("--name", metavar="NAME", help="The name that others see.")
@click.option("--game", "games", multiple=True, metavar="GAME", help=GAMES)
def bot(link: str | None, player: str, server: str | None, name: str | None, games: tuple[str, ...]) -> None:
    """Let a program play on a server: in the seat of LINK, or in every match that players start against it."""
    if (link is None) == (server is None):
        raise click.UsageError("give either a LINK or --server URL")
    if games and link:
        raise click.UsageError("--game belongs to --server: the game of a LINK is settled")
    from parlour.players.roster import load_player

    make_player = load_player(player)
    shown_name = name or player.partition(":")[2] or f"{player}-bot"
    if link is not None:
        play_link(link, make_player, shown_name)
    elif server is not None:
        names = [named_game(game).name for game in games] or list(parlour.game_names())
        wait_for_matches(server, make_player, shown_name, names)


def play_link(text: str, make_player: Callable[[], Player], name: str) -> None:
    from parlour.bots import Seat, parse_link

    seat = Seat(parse_link(text), make_player())
    try:
        own = seat.join(name)
        if own.url != text.strip():
            click.echo(f"This bot has the seat now. To start it again, use {own.url}", err=True)
        click.echo("\n".join(result_lines(seat.play(name))))
    except ParlourError as error:
        fail(error)


def wait_for_matches(server: str, make_player: Callable[[], Player], name: str, games: list[str]) -> NoReturn:
    from parlour.bots import Server, offer_to_play

    def report(match_id: str, news: Match | ParlourError | None) -> None:
        if isinstance(news, Match):
            click.echo(f"{match_id}: {' '.join(result_lines(news))}")
        elif news is not None:
            click.echo(f"{match_id}: {news}", err=True)
        else:
            click.echo(f"{match_id}: begun" if match_id else f"{name} is connected to {server} (Ctrl-C ends it)")

    at = Server(server)
    try:
        offer_to_play(at, name, games, make_player, report)
    except ParlourError as error:
        fail(error)


def result_lines(match: Match) -> list[str]:
    return [f"{variant_name(match.game)}, {count(len(match.line), 'turn')}.", *filter(None, closing(match))]


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
            raise ParlourError(missing(f"parlour mcp needs {error.name}", "mcp")) from None
        from parlour.players.base import Contestant
        from parlour.players.roster import load_player
        from parlour.solver.memory import solution_of

        variant, player = parlour.game(game, **rules_from(settings)), Contestant(load_player(opponent)())
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
