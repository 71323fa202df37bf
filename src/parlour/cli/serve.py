"""`parlour serve`."""

from __future__ import annotations

from pathlib import Path

import click

from parlour.games.errors import ParlourError

DATABASE = "A SQLite file, or the address of a PostgreSQL server (postgresql://...)."
HOSTS = "A name under which browsers reach the server; repeat it for several. Localhost always works."
LIMITS = "Multiplies what one address may ask for: 10 for a tournament of bots, for example."
SOLVING = "How long solving a variant may take. Those that take longer are refused."
PROXIES = "The addresses of reverse proxies whose X-Forwarded headers to believe, separated by commas."


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option("--port", type=click.IntRange(1, 65535), default=8000, show_default=True, help="The port to listen on.")
@click.option("--database", metavar="WHERE", help=DATABASE)
@click.option("--key", metavar="FILE", help="The key that encrypts sealed choices; made if it does not exist.")
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
        install = "install the extra: python -m pip install -e '.[server]' in a checkout of Parlour"
        raise ParlourError(f"parlour serve needs {error.name}; {install}") from None
    settings = ServerSettings(
        host=host,
        port=port,
        database=database or str(data_folder() / "matches.sqlite"),
        key=Path(key) if key else key_file(),
        hosts=["localhost", "127.0.0.1", *({host} - {"0.0.0.0", "::"}), *names],
        proxies=proxies,
        limits=limits,
        seconds=solving,
    )
    run(settings, started=lambda: click.echo(f"Parlour is at http://{host}:{port} (Ctrl-C ends it)"))
