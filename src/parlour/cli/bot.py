"""`parlour bot`."""

from __future__ import annotations

from collections.abc import Callable
from typing import NoReturn

import click

from parlour.cli.commands import fail
from parlour.games.catalogue import game_names as installed
from parlour.games.catalogue import named_game
from parlour.games.errors import ParlourError
from parlour.games.vocabulary import count
from parlour.match.match import Match
from parlour.match.transcript import closing, variant_name
from parlour.players.base import Player

PLAYER = "A computer player, or module:Class for your own."
SERVER = "Offer the bot to all players on this server, instead of playing one match."
GAMES = "With --server: a game that the bot plays; repeat it for several. All by default."


@click.command()
@click.argument("link", required=False)
@click.option("--player", default="hard", show_default=True, metavar="PLAYER", help=PLAYER)
@click.option("--server", metavar="URL", help=SERVER)
@click.option("--name", metavar="NAME", help="The name that others see.")
@click.option("--game", "games", multiple=True, metavar="GAME", help=GAMES)
def bot(link: str | None, player: str, server: str | None, name: str | None, games: tuple[str, ...]) -> None:
    """Let a program play on a server: the seat of LINK, or every match that is started against it."""
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
        names = [named_game(game).name for game in games] or list(installed())
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
    """The game and how it ended, in a line or two."""
    return [f"{variant_name(match.game)}, {count(len(match.line), 'turn')}.", *filter(None, closing(match))]
