"""`parlour games`, `parlour rules` and `parlour bench`."""

import platform
from io import StringIO
from typing import Any

import click

import parlour
from parlour.cli.completion import complete_games
from parlour.cli.options import json_option, print_json
from parlour.games.errors import ParlourError
from parlour.terminal.console.console import Console
from parlour.terminal.console.format import show_markdown


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print JSON, with the rules and their limits.")
def games(as_json: bool) -> None:
    """List the games that are installed."""
    described = [describe(name) for name in parlour.game_names()]
    if as_json:
        print_json(described)
    else:
        Console().say(*(f"{entry['name']:<16} {entry.get('error') or entry['tagline']}" for entry in described))


def describe(name: str) -> dict[str, Any]:
    try:
        game = parlour.game(name)
    except ParlourError as error:
        return {"name": name, "error": str(error)}
    return {
        "name": name,
        "title": game.title,
        "tagline": game.words.TAGLINE,
        "secret": game.words.SECRET,
        "rules": game.named_rules(),
        "allowed": game.allowed_rules(),
    }


@click.command()
@click.argument("game", shell_complete=complete_games)
def rules(game: str) -> None:
    """Show the rules of GAME."""
    show_markdown(Console(), parlour.game(game).rulebook())


@click.command()
@click.argument("game", required=False, shell_complete=complete_games)
@json_option
def bench(game: str | None, as_json: bool) -> None:
    """Measure how many choices per second this machine plays in GAME, or in every game."""
    from importlib.metadata import version

    from parlour.fast.measure import figures  # not at the top: it loads NumPy and Numba
    from parlour.fast.threads import cores

    console = Console(stdout=StringIO()) if as_json else Console()
    machine = {
        "python": platform.python_version(),
        "numba": version("numba"),
        "numpy": version("numpy"),
        "machine": platform.machine(),
        "cores": cores(),
    }
    records = []
    described = ", ".join(f"{key} {value}" for key, value in machine.items())
    console.say(described, "Choices per second (a secret round is two): median of five runs (slowest to fastest).")
    for name in [game] if game else parlour.game_names():
        played = parlour.game(name)
        console.say("", played.title)
        for figure in figures(played):
            records.append({"game": played.name, **figure._asdict()})
            console.say(f"  {figure.what:<28} {figure.median:>14,.0f}  ({figure.low:,.0f} to {figure.high:,.0f})")
    if as_json:
        print_json({"machine": machine, "figures": records})
