"""`parlour evaluate`: a player measured against the exact solution."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

import parlour
from parlour.cli.commands import FAILED, INTERRUPTED
from parlour.cli.options import BASE_URL, Decorated, key_value_pairs, number_option, rules_from, set_option
from parlour.extras import need
from parlour.games.errors import ParlourError
from parlour.games.line import MAX_TURNS
from parlour.match.transcript import variant_name
from parlour.players.base import MODEL
from parlour.printing import warn
from parlour.terminal.console.console import Console
from parlour.terminal.console.progress import Bar, solve_with_bar

if TYPE_CHECKING:
    from parlour.arena.evaluation.asking import Asker
    from parlour.arena.evaluation.result import EvaluationResult
    from parlour.arena.evaluation.sampling import SampledPosition

PLAYER = "Any other player: a name such as hard, module:Class, or program:COMMAND."
SETTING = "A setting of the player, such as legal_actions=true; can be repeated."
CALLS = "The most calls that this command may make in this folder, in all its runs together."
OUT = "The folder of the evaluation; the same command continues where it stopped."
MATCHES = "With --from own: the folder of a tournament with the player's matches. By default, the matches in --out."
TURNS = "Stop a match after N turns; it then counts as a draw. All matches of a folder have the same limit."
COLUMNS = 100  # of what is printed


@click.group()
def evaluate() -> None:
    """Measure a language model, or any player, against the exact solution."""


def common(command: Decorated) -> Decorated:
    """The options of all four commands."""
    options = [
        click.option("--game", required=True, metavar="GAME", help="The game."),
        set_option,
        click.option("--model", metavar="MODEL", help="A language model, by its name on the server."),
        click.option("--base-url", metavar="URL", help=BASE_URL),
        click.option("--player", metavar="PLAYER", help=PLAYER),
        click.option("--setting", "player_settings", multiple=True, metavar="KEY=VALUE", help=SETTING),
        click.option("--calls", type=click.IntRange(min=1), required=True, metavar="N", help=CALLS),
        number_option("--threads", least=1, default=1, most=1_000, text="How many questions to ask at the same time."),
        click.option("--seed", type=int, default=0, show_default=True, help="Seed for the questions."),
        click.option("--out", type=Path, required=True, metavar="DIR", help=OUT),
    ]
    for option in reversed(options):
        command = option(command)
    return command


pairs_option = number_option("--pairs", least=2, default=100, text="Pairs of matches with seats swapped.")
turns_option = number_option("--max-turns", least=1, default=MAX_TURNS, text=TURNS)


@evaluate.command(short_help="What is the mean loss per choice, in positions from a named distribution?")
@common
@click.option(
    "--from",
    "distribution",
    type=click.Choice(["perfect", "own", "uniform"]),
    default="perfect",
    show_default=True,
    help="Positions from perfect play, from the player's own matches, or from all that can be reached.",
)
@number_option("--positions", "count", default=100, least=2, text="How many positions.")
@number_option("--times", least=1, default=1, metavar="K", text="How often to ask about each position.")
@click.option("--matches", "run_folder", type=Path, metavar="DIR", help=MATCHES)
def positions(distribution: str, count: int, times: int, run_folder: Path | None, **options: Any) -> None:
    """Measure the mean loss per choice, in positions from a named distribution."""
    from parlour.arena.evaluation.positions import evaluate_positions

    if run_folder is not None and distribution != "own":
        raise click.UsageError("--matches needs --from own")

    def evaluate(asker: Asker) -> EvaluationResult:
        sample = islice(sample_from(distribution, asker, run_folder), count)
        return evaluate_positions(asker, distribution, sample, times)

    run_evaluation("positions", evaluate, **options)


def sample_from(distribution: str, asker: Asker, run_folder: Path | None) -> Iterator[SampledPosition]:
    from parlour.arena.evaluation import sampling
    from parlour.arena.evaluation.matches import PLAYER, own_matches

    subject = asker.subject
    if distribution == "perfect":
        return sampling.positions_met_by("perfect", subject.game, subject.seed)
    if distribution == "uniform":
        return sampling.reachable_positions(subject.game, subject.seed)
    if run_folder is not None:
        return sampling.positions_in_run(subject, run_folder)
    played = own_matches(asker)
    if not played:
        raise ParlourError("this folder has no matches: run `parlour evaluate matches` first, or use --matches")
    return sampling.positions_in_matches(played, PLAYER, subject.seed)


@evaluate.command(short_help="What does it score against hard and perfect, without luck?")
@common
@pairs_option
@turns_option
def matches(pairs: int, **options: Any) -> None:
    """Measure luck-adjusted scores against hard and perfect, and the mean loss per choice by phase."""
    from parlour.arena.evaluation.matches import evaluate_matches

    run_evaluation("matches", lambda asker: evaluate_matches(asker, pairs), **options)


@evaluate.command(short_help="What does an opponent gain who has watched it?")
@common
@pairs_option
@turns_option
def exploit(pairs: int, **options: Any) -> None:
    """Measure how much an opponent gains after watching the player: a lower bound of the player's exploitability.

    The opponent learns the player's habits in half of the matches, and plays the best response to them in the other
    half.
    """
    from parlour.arena.evaluation.exploit import evaluate_exploit

    run_evaluation("exploit", lambda asker: evaluate_exploit(asker, pairs), **options)


@evaluate.command(short_help="What does a language model understand of the game?")
@common
@number_option("--questions", "count", least=1, default=20, text="How many questions of each kind.")
@number_option("--mixes", default=10, least=0, text="In how many positions to ask for the mix.")
@number_option("--times", default=10, least=2, metavar="K", text="How many choices to compare with a stated mix.")
def understanding(count: int, mixes: int, times: int, **options: Any) -> None:
    """Ask a language model what is legal, what happens, who is winning, what is best, and what it would do."""
    from parlour.arena.evaluation.understanding import evaluate_understanding

    run_evaluation("understanding", lambda asker: evaluate_understanding(asker, count, mixes, times), **options)


@evaluate.command(short_help="Write a scorecard of one player, or of several side by side.")
@click.argument("folders", nargs=-1, required=True, type=Path, metavar="DIR...")
@click.option("--out", type=Path, metavar="DIR", help="Where to write the scorecard; the first folder by default.")
def report(folders: tuple[Path, ...], out: Path | None) -> None:
    """Write a scorecard of the evaluations in DIR: report.md, report.json and report.html.

    It shows several folders side by side."""
    from parlour.arena.report.scorecard import scorecard, write_scorecard

    paths = write_scorecard(scorecard(folders), out or folders[0])
    Console().say(f"The scorecard is in {', '.join(map(str, paths))}.")


def run_evaluation(
    name: str,
    evaluate: Callable[[Asker], EvaluationResult],
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
) -> None:
    from parlour.arena.evaluation.asking import asking
    from parlour.arena.evaluation.result import write_result
    from parlour.arena.evaluation.subject import load_subject

    need("scipy", "parlour evaluate needs", "arena")
    if (model is None) == (player is None):
        raise click.UsageError("say who is evaluated: --model MODEL, or --player PLAYER")
    given = values_of(player_settings)
    if base_url is not None:
        given["base_url"] = base_url
    variant = parlour.game(game, **rules_from(settings))
    subject = load_subject(variant, player or f"{MODEL}{model}", given, seed, max_turns)
    solve_with_bar(variant)
    try:
        with ExitStack() as bars, asking(out, subject, name, calls, threads, bar_for_each(bars)) as asker:
            result = evaluate(asker)
            write_result(out, subject, result)
    except KeyboardInterrupt:
        warn(f"Stopped. What was answered is safe in {out}; the same command continues from there.")
        raise click.exceptions.Exit(INTERRUPTED) from None
    Console().say(*result_lines(f"{subject.player} in {variant_name(variant)}", result))
    if result.stopped:
        warn(f"Not finished: {result.stopped}.")
        raise click.exceptions.Exit(FAILED)


def bar_for_each(bars: ExitStack) -> Callable[[str, float], None]:
    """Progress in several stages, each with its own bar, which ends with the next one."""
    current, bar = "", Bar("")

    def progress(stage: str, fraction: float) -> None:
        nonlocal current, bar
        if stage != current:
            bars.close()
            current, bar = stage, bars.enter_context(Bar(stage.capitalize()))
        bar(stage, fraction)

    return progress


def values_of(texts: tuple[str, ...]) -> dict[str, Any]:
    """Settings as a plan would have them: numbers, true and false; all else is text."""
    values: dict[str, Any] = {}
    for key, text in key_value_pairs("--setting", "KEY=VALUE", texts).items():
        try:
            values[key] = json.loads(text)
        except ValueError:
            values[key] = text
    return values


def result_lines(title: str, result: EvaluationResult) -> list[str]:
    from parlour.arena.report.scorecard import result_rows

    rows = result_rows([result])
    width = max(len(row.name) for row in rows)
    question = click.wrap_text(result.answers, COLUMNS)
    notes = [click.wrap_text(note, COLUMNS, subsequent_indent="  ") for note in result.notes]
    return [title, question, "", *(f"{row.name:<{width}}  {row.cells[0]}" for row in rows), "", *notes]
