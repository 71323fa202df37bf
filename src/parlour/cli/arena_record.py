"""`parlour arena record`."""

from __future__ import annotations

from pathlib import Path

import click

from parlour.games.errors import ParlourError, reason


@click.command("record")
@click.argument("folder", metavar="DIR", type=Path)
@click.argument("pair", type=click.IntRange(0))
@click.option("--swapped", is_flag=True, help="The second match of the pair, in which the seats are swapped.")
@click.option("--out", type=Path, required=True, metavar="FILE", help="The file to write; it must not exist.")
def arena_record(folder: Path, pair: int, swapped: bool, out: Path) -> None:
    """Write a match of a tournament as a record, for `parlour replay`, `parlour analyse` and the page of a server."""
    from parlour import storage
    from parlour.arena.report.replays import as_match
    from parlour.arena.tournament.results import read_results

    results = read_results(folder)
    for played in results.matches:
        if (played.pair, played.swapped) == (pair, swapped):
            break
    else:
        raise ParlourError(f"pair {pair} is not in {folder}; its pairs are numbered from 0 to {results.plan.total - 1}")
    try:
        storage.create(as_match(results.plan.variant(played.game).game, played), out)
    except OSError as error:
        raise ParlourError(f"{out} cannot be written: {reason(error)}") from None
    click.echo(out)
