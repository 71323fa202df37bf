"""Matches with programs elsewhere: `parlour serve`, `backup`, `restore`, `bot` and `mcp`."""

import re
import socket
import sys
import time
from collections.abc import Callable
from contextlib import redirect_stdout
from pathlib import Path
from typing import NoReturn
from urllib.parse import unquote

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
from parlour.printing import warn
from parlour.terminal.console.console import Console

HOST = "127.0.0.1"
COMMANDLINE = click.core.ParameterSource.COMMANDLINE
DATABASE = "A SQLite file, or the address of a PostgreSQL server (postgresql://...); PARLOUR_DATABASE by default."
PASSWORD = re.compile(r"[a-z]*://[^@/]*:[^@/]+@|[^?]*://.*[?&][a-z]*password=", re.IGNORECASE)  # as libpq reads it
HOSTS = "A name under which browsers reach the server; can be repeated. Localhost always works."
LIMITS = "Multiply the limits of each address, for example by 10 for a tournament of bots."
SOLVING = "How long solving a variant may take. If it takes longer, players that need the solution cannot play it."
PROXIES = "The addresses of reverse proxies whose X-Forwarded headers to trust, separated by commas."
MONITOR = "The addresses and networks that may ask for /health and /metrics, separated by commas."
PLAYER = "A computer player, or module:Class for your own."
SERVER = "Offer the bot to all players on this server, instead of playing one match."
GAMES = "With --server: a game that the bot plays; can be repeated. All games by default."
POSTGRES = "PostgreSQL has its own backups: use pg_dump and pg_restore, and then parlour restore without FILE"
OPPONENT = "A computer player, module:Class, openai:MODEL or program:COMMAND."


def check_database(context: click.Context, _: click.Parameter, value: str | None) -> str | None:
    """Refuses a password on the command line, which every user of the machine can see."""
    texts = {value or "", unquote(value or "")}
    if any(map(PASSWORD.match, texts)) and context.get_parameter_source("database") is COMMANDLINE:
        raise click.UsageError(
            "other users of this machine can see a password on the command line: put the address into PARLOUR_DATABASE "
            "instead, or the password alone into PGPASSWORD or the file that PGPASSFILE names"
        )
    if value and value.startswith("postgres") and not is_address(value):
        raise click.UsageError(
            "the address of the PostgreSQL server cannot be read: it looks like postgresql://USER:PASSWORD@HOST/NAME, "
            "with special characters as in %40 for @ and %2F for /"
        )
    return value


def is_address(database: str) -> bool:
    """Errors of PostgreSQL's library would repeat parts of an address that it cannot read, such as a password."""
    try:
        from psycopg import ProgrammingError
        from psycopg.conninfo import conninfo_to_dict
    except ImportError:
        return True  # there is another error soon
    try:
        return "@" not in str(conninfo_to_dict(database).get("host"))
    except ProgrammingError:
        return False


database_option = click.option(
    "--database", envvar="PARLOUR_DATABASE", metavar="WHERE", callback=check_database, help=DATABASE
)


@click.command()
@click.option("--host", default=HOST, show_default=True, help="The address to listen on.")
@click.option("--port", type=click.IntRange(1, 65535), default=8000, show_default=True, help="The port to listen on.")
@database_option
@click.option("--key", metavar="FILE", help="The key that encrypts sealed choices; created if it does not exist.")
@click.option("--name", "names", multiple=True, metavar="HOST", help=HOSTS)
@click.option("--proxies", default="", metavar="ADDRESSES", help=PROXIES)
@click.option("--monitor", default="127.0.0.0/8,::1", metavar="ADDRESSES", help=MONITOR, show_default=True)
@click.option("--limits", default=1.0, metavar="FACTOR", help=LIMITS)
@click.option("--solving", default=10.0, metavar="SECONDS", help=SOLVING, show_default=True)
def serve(
    host: str,
    port: int,
    database: str | None,
    key: str | None,
    names: tuple[str, ...],
    proxies: str,
    monitor: str,
    limits: float,
    solving: float,
) -> None:
    """Serve matches to browsers and bots."""
    try:
        from parlour.server.serve import ServerSettings, key_file, sqlite_file
        from parlour.server.serve import serve as run
    except ImportError as error:
        raise ParlourError(missing(f"parlour serve needs {error.name}", "server")) from None
    settings = ServerSettings(
        host=host,
        port=port,
        database=database or str(sqlite_file(None)),
        key=Path(key) if key else key_file(),
        hosts=["localhost", HOST, *({host} - {"0.0.0.0", "::"}), *names],
        proxies=proxies,
        limits=limits,
        seconds=solving,
        monitor=monitor,
    )
    run(settings, started=lambda: Console().say(f"Parlour is at http://{host}:{port} (Ctrl-C ends it)"))


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@database_option
def backup(file: Path, database: str | None) -> None:
    """Copy the matches of a server to FILE, a new file. The server may run meanwhile.

    Do not copy the SQLite file by hand: the latest matches are in another file next to it. Keep the key elsewhere:
    with both, anyone can read the choices that are sealed.
    """
    try:
        from parlour.server.serve import is_postgres, sqlite_file
        from parlour.server.store.backup import back_up
    except ImportError as error:
        raise ParlourError(missing(f"parlour backup needs {error.name}", "server")) from None
    if database and is_postgres(database):
        raise click.UsageError(POSTGRES)
    back_up(sqlite_file(database), file)
    Console().say(f"All matches are in {file}.")


@click.command()
@click.argument("file", type=click.Path(path_type=Path), required=False)
@database_option
def restore(file: Path | None, database: str | None) -> None:
    """Make a backup the database of a server that is not running.

    The server asks again for every turn that was going on, because it may have been revealed since the backup was made.
    Choices that were sealed are void, and the records of the matches say so. For PostgreSQL, restore the database
    itself first, and leave out FILE.
    """
    try:
        from parlour.server.matches.restoring import ask_again
        from parlour.server.serve import is_postgres, open_store, sqlite_file
        from parlour.server.store.backup import restore as restore_file
    except ImportError as error:
        raise ParlourError(missing(f"parlour restore needs {error.name}", "server")) from None
    asked = 0
    if database and is_postgres(database):
        if file:
            raise click.UsageError(POSTGRES)
        store = open_store(database)
        try:
            asked = store.submit(lambda tx: ask_again(tx, tx.time() or 0)).result()
        finally:
            store.close()
    elif file is None:
        raise click.UsageError("name the FILE that parlour backup has written")
    else:
        asked = restore_file(file, sqlite_file(database), lambda tx: ask_again(tx, time.time_ns() // 1_000_000))
    Console().say(f"The matches are back. {count(asked, 'match', 'matches')} will be asked again for the current turn.")


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
    shown_name = name or player.partition(":")[2].replace(":", "-") or f"{player}-bot"
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
            warn(f"This bot has the seat now. To start it again, use {own.url}")
        Console().say(*result_lines(seat.play(name)))
    except ParlourError as error:
        fail(error)


def wait_for_matches(server: str, make_player: Callable[[], Player], name: str, games: list[str]) -> NoReturn:
    from parlour.bots import Server, offer_to_play

    def report(match_id: str, news: Match | ParlourError | None) -> None:
        if isinstance(news, Match):
            Console().say(f"{match_id}: {' '.join(result_lines(news))}")
        elif news is not None:
            warn(f"{match_id}: {news}")
        else:
            Console().say(f"{match_id}: begun" if match_id else f"{name} is connected to {server} (Ctrl-C ends it)")

    at = Server(server)
    try:
        offer_to_play(at, name, games, make_player, report)
    except ParlourError as error:
        fail(error)


def result_lines(match: Match) -> list[str]:
    lines = [f"{variant_name(match.game)}, {count(len(match.line), 'turn')}.", *filter(None, closing(match))]
    if match.taken_back:  # this bot agrees to no take-back
        lines.append(f"The server asked again {count(match.taken_back, 'time')} for a turn: parlour verify says why.")
    return lines


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
            warn(f"Parlour is at http://{HOST}:{port}/mcp (Ctrl-C ends it)")
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
