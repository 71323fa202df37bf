"""`parlour bench`."""

from __future__ import annotations

import platform
from importlib.metadata import version
from io import StringIO

import click

import parlour
from parlour.cli.completion import complete_games
from parlour.cli.options import json_option, print_json
from parlour.terminal.console.console import Console


@click.command()
@click.argument("game", required=False, shell_complete=complete_games)
@json_option
def bench(game: str | None, as_json: bool) -> None:
    """Measure how many choices per second this machine plays in GAME, or in every game."""
    from parlour.fast.measure import as_record, figures  # not at the top: it loads NumPy and Numba
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
            records.append(as_record(played, figure))
            console.say(f"  {figure.what:<28} {figure.median:>14,.0f}  ({figure.low:,.0f} to {figure.high:,.0f})")
    if as_json:
        print_json({"machine": machine, "figures": records})
