"""`parlour evaluate report`."""

from __future__ import annotations

from pathlib import Path

import click


@click.command()
@click.argument("folders", nargs=-1, required=True, type=Path, metavar="DIR...")
@click.option("--out", type=Path, metavar="DIR", help="Where to write it; the first folder by default.")
def report(folders: tuple[Path, ...], out: Path | None) -> None:
    """Write a scorecard of what is in DIR as report.md, report.json and report.html; several stand side by side."""
    from parlour.arena.report.scorecard import scorecard, write_scorecard

    paths = write_scorecard(scorecard(folders), out or folders[0])
    click.echo(f"The scorecard is in {', '.join(map(str, paths))}.")
