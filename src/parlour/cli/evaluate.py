"""`parlour evaluate`: a player measured against the exact solution."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

import parlour
from parlour.cli.commands import FAILED, INTERRUPTED
from parlour.cli.options import Decorated, key_value_pairs, number_option, rules_from, set_option
from parlour.games.errors import ParlourError
from parlour.games.line import MAX_TURNS
from parlour.match.transcript import variant_name
from parlour.solver.solutions import solution_of
from parlour.terminal.console.console import Console
from parlour.terminal.console.progress import Bar

if TYPE_CHECKING:
    from parlour.arena.evaluation.asking import Asker
    from parlour.arena.evaluation.figures import Result

MODEL = "A language model, by the name that its server knows."
PLAYER = "Any other player: a name such as hard, module:Class, or program:COMMAND."
SETTING = "A setting of the player, such as legal_actions=true; can be repeated."
CALLS = "How many calls this command may make in this folder, in all its runs together; never more."
OUT = "The folder of the evaluation; the same command continues where it stopped."
PAIRS = "Pairs of matches with seats swapped."
MATCHES = "A tournament's folder with the player's own matches, for --from own; by default, those of this folder."
TURNS = "Stop a match after N turns; it counts as a draw. All matches of a folder have the same limit."
COLUMNS = 100  # of what is printed


@click.group()
def evaluate() -> None:
    """Measure a language model, or any player, against the exact solution."""


def common(command: Decorated) -> Decorated:
    """The options of all four commands."""
    for option in reversed(
        [
            click.option("--game", required=True, metavar="GAME", help="The game."),
            set_option,
            click.option("--model", metavar="MODEL", help=MODEL),
            click.option("--base-url", metavar="URL", help="Where the model is served."),
            click.option("--player", metavar="PLAYER", help=PLAYER),
            click.option("--setting", "player_settings", multiple=True, metavar="KEY=VALUE", help=SETTING),
            click.option("--calls", type=click.IntRange(min=1), required=True, metavar="N", help=CALLS),
            number_option("--threads", least=1, most=1_000, default=1, text="Questions at the same time."),
            click.option("--seed", type=int, default=0, show_default=True, help="What the questions are drawn from."),
            click.option("--out", type=Path, required=True, metavar="DIR", help=OUT),
        ]
    ):
        command = option(command)
    return command


pairs_option = number_option("--pairs", least=2, default=100, text=PAIRS)
turns_option = number_option("--max-turns", least=1, default=MAX_TURNS, text=TURNS)


@evaluate.command(short_help="What is the mean loss per choice, in positions from a named distribution?")
@common
@click.option(
    "--from",
    "distribution",
    type=click.Choice(["perfect", "own", "uniform"]),
    default="perfect",
    show_default=True,
    help="Positions that perfect play meets, that the player meets in its own matches, or all alike.",
)
@number_option("--positions", "count", least=2, default=100, text="How many.")
@number_option("--times", least=1, default=1, metavar="K", text="How often each is asked.")
@click.option("--matches", "run_folder", type=Path, metavar="DIR", help=MATCHES)
def positions(distribution: str, count: int, times: int, run_folder: Path | None, **options: Any) -> None:
    """Measure the mean loss per choice, in positions from a named distribution."""
    from parlour.arena.evaluation.matches import own_matches
    from parlour.arena.evaluation.playing import PLAYER as NAME
    from parlour.arena.evaluation.positions import evaluate_positions
    from parlour.arena.evaluation.sampling import met_by, met_in, met_in_run, reachable

    if run_folder is not None and distribution != "own":
        raise click.UsageError("--matches needs --from own")
    with evaluation("positions", **options) as (asker, found):
        subject = asker.subject
        if distribution == "perfect":
            sample = met_by("perfect", subject.game, subject.seed)
        elif distribution == "uniform":
            sample = reachable(subject.game, subject.seed)
        elif run_folder is not None:
            sample = met_in_run(subject, run_folder)
        else:
            played = own_matches(asker)
            if not played:
                raise ParlourError("this folder has no matches: run `parlour evaluate matches` first, or use --matches")
            sample = met_in(subject.game, played, NAME, subject.seed)
        found.append(evaluate_positions(asker, distribution, islice(sample, count), times))


@evaluate.command(short_help="What does it score against hard and perfect, without their luck?")
@common
@pairs_option
@turns_option
def matches(pairs: int, **options: Any) -> None:
    """Measure the score against hard and perfect, without luck, and the mean loss per choice by phase."""
    from parlour.arena.evaluation.matches import evaluate_matches

    with evaluation("matches", **options) as (asker, found):
        found.append(evaluate_matches(asker, pairs))


@evaluate.command(short_help="What does an opponent gain who has watched it?")
@common
@pairs_option
@turns_option
def exploit(pairs: int, **options: Any) -> None:
    """Learn from half of the matches, answer exactly, and play the other half: a sound lower bound."""
    from parlour.arena.evaluation.exploit import evaluate_exploit

    with evaluation("exploit", **options) as (asker, found):
        found.append(evaluate_exploit(asker, pairs))


@evaluate.command(short_help="What does a language model understand of the game?")
@common
@number_option("--questions", "count", least=1, default=20, text="How many of each kind.")
@number_option("--mixes", least=0, default=10, text="Positions in which the mix is asked for.")
@number_option("--times", least=2, default=10, metavar="K", text="How many choices a stated mix is compared with.")
def understanding(count: int, mixes: int, times: int, **options: Any) -> None:
    """Ask a language model what is legal, what happens, who is winning, what is best, and what it would do."""
    from parlour.arena.evaluation.understanding import evaluate_understanding

    with evaluation("understanding", **options) as (asker, found):
        found.append(evaluate_understanding(asker, count, mixes, times))


@evaluate.command(short_help="Write a scorecard of one player, or of several side by side.")
@click.argument("folders", nargs=-1, required=True, type=Path, metavar="DIR...")
@click.option("--out", type=Path, metavar="DIR", help="Where to write it; the first folder by default.")
def report(folders: tuple[Path, ...], out: Path | None) -> None:
    """Write a scorecard of what is in DIR as report.md, report.json and report.html; several stand side by side."""
    from parlour.arena.report.scorecard import scorecard, write_scorecard

    paths = write_scorecard(scorecard(folders), out or folders[0])
    click.echo(f"The scorecard is in {', '.join(map(str, paths))}.")


@contextmanager
def evaluation(
    name: str,
    *,
    game: str,
    settings: tuple[str, ...],
    model: str | None,
    base_url: str | None,
    player: str | None,
    player_settings: tuple[str, ...],
    calls: int,
    threads: int,
    seed: int,
    out: Path,
    max_turns: int | None = None,
) -> Iterator[tuple[Asker, list[Result]]]:
    """Prepares an evaluation; writes and shows the results that the block puts into the list."""
    from parlour.arena.evaluation.asking import asking
    from parlour.arena.evaluation.figures import write_result
    from parlour.arena.evaluation.subject import subject as find_subject

    if find_spec("scipy") is None:
        raise ParlourError('parlour evaluate needs scipy; install the extra: pip install "parlour[arena]"')
    if (model is None) == (player is None):
        raise click.UsageError("say who is evaluated: --model MODEL, or --player PLAYER")
    given = values_of(player_settings)
    if base_url is not None:
        given["base_url"] = base_url
    variant = parlour.game(game, **rules_from(settings))
    subject = find_subject(variant, player or f"openai:{model}", given, seed, max_turns)
    found: list[Result] = []
    with Bar(f"Solving {subject.game.title}") as bar:
        solution_of(subject.game, bar)
    try:
        with ExitStack() as bars, asking(out, subject, name, calls, threads, bar_for_each(bars)) as asker:
            yield asker, found
            for result in found:
                write_result(out, subject, result)
    except KeyboardInterrupt:
        click.echo(f"Stopped. What was answered is safe in {out}; the same command continues from there.", err=True)
        raise click.exceptions.Exit(INTERRUPTED) from None
    for result in found:
        Console().say(*lines_of(f"{subject.player} in {variant_name(subject.game)}", result))
    if any(result.stopped for result in found):
        click.echo(f"Not finished: {found[-1].stopped}.", err=True)
        raise click.exceptions.Exit(FAILED)


def bar_for_each(bars: ExitStack) -> Callable[[str, float], None]:
    """Progress in several stages, each with its own bar, which ends with the next one."""
    current: list[str] = []

    def progress(stage: str, fraction: float) -> None:
        if current[-1:] != [stage]:
            bars.close()
            current.append(stage)
            bar.append(bars.enter_context(Bar(stage.capitalize())))
        bar[-1](stage, fraction)

    bar: list[Bar] = []
    return progress


def values_of(texts: tuple[str, ...]) -> dict[str, Any]:
    """Settings as a plan would have them: numbers, true and false; all else is text."""
    import json

    values: dict[str, Any] = {}
    for key, text in key_value_pairs("--setting", "KEY=VALUE", texts).items():
        try:
            values[key] = json.loads(text)
        except ValueError:
            values[key] = text
    return values


def lines_of(title: str, result: Result) -> list[str]:
    from parlour.arena.report.scorecard import CONDUCT, NOTHING, shown

    rows = [(figure.name, shown(figure)) for figure in result.figures]
    rows += [(name, text) for name, cells in CONDUCT.items() if (text := cells(result)) != NOTHING]
    width = max(len(name) for name, _ in rows)
    question = click.wrap_text(result.answers, COLUMNS)
    notes = [click.wrap_text(note, COLUMNS, subsequent_indent="  ") for note in result.notes]
    return [title, question, "", *(f"{name:<{width}}  {text}" for name, text in rows), "", *notes]
