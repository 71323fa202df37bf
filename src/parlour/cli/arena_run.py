"""`parlour arena run`."""

from __future__ import annotations

from pathlib import Path

import click

from parlour.cli.exits import FAILED, INTERRUPTED

ENGINE = "Where to play: in one process, in local processes, or on a Ray cluster (RAY_ADDRESS, or a new local one)."
THREADS = "Pairs that each process plays at the same time, for players that wait for the network."


@click.command("run")
@click.argument("plan", type=Path)
@click.option("--engine", default="local", show_default=True, metavar="one|local|ray", help=ENGINE)
@click.option("--out", type=Path, required=True, metavar="DIR", help="The folder of the run.")
@click.option("--workers", type=click.IntRange(1, 10_000), metavar="N", help="Processes; one per core by default.")
@click.option("--threads", type=click.IntRange(1, 1_000), default=1, show_default=True, metavar="N", help=THREADS)
def arena_run(plan: Path, engine: str, out: Path, workers: int | None, threads: int) -> None:
    """Play the matches of PLAN, a TOML file. The same command continues after any interruption."""
    from parlour.arena.harness.engines import engine as find_engine
    from parlour.arena.tournament.plan import read_plan
    from parlour.arena.tournament.run import run_plan

    try:
        summary = run_plan(read_plan(plan), out, find_engine(engine, workers), threads)
    except KeyboardInterrupt:
        click.echo(f"Stopped. What was played is safe in {out}; the same command continues from there.", err=True)
        raise click.exceptions.Exit(INTERRUPTED) from None
    for sentence in summary.missed:
        click.echo(sentence, err=True)
    if not summary.finished:
        missing = summary.total - summary.matches
        click.echo(
            f"{missing:,} of {summary.total:,} matches are missing; the same command tries them again.", err=True
        )
        raise click.exceptions.Exit(FAILED)
    click.echo(f"All {summary.total:,} matches are in {out}.")
