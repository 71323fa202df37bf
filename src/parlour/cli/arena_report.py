"""`parlour arena report`."""

from __future__ import annotations

from pathlib import Path

import click

from parlour.terminal.console.progress import Bar

CORRECTED = "Do not calculate scores without luck, which takes a minute in a large game."
REPLAYS = "The most replays in the page; if there are more matches, the most telling ones are chosen."


@click.command("report")
@click.argument("folder", metavar="DIR", type=Path)
@click.option("--no-grades", is_flag=True, help="Do not calculate what decisions gave away.")
@click.option("--no-corrected", is_flag=True, help=CORRECTED)
@click.option("--replays", type=click.IntRange(0, 10_000), default=300, show_default=True, metavar="N", help=REPLAYS)
def arena_report(folder: Path, no_grades: bool, no_corrected: bool, replays: int) -> None:
    """Write report.html, report.md and report.json into DIR, the folder of a tournament."""
    from parlour.arena.report.writing import write_report

    with Bar("Writing the report") as bar:
        report = write_report(folder, grades=not no_grades, corrected=not no_corrected, replays=replays, progress=bar)
    for sentence in (*report.figures.verdict, *report.figures.notes):
        click.echo(sentence)
    for path in report.files:
        click.echo(path)
