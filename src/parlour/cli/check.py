"""`parlour check`: whether a game follows the contract."""

from io import StringIO

import click

from parlour.check.results import CheckResult, Mistake, as_dict
from parlour.check.run import run_checks
from parlour.cli.commands import FAILED
from parlour.cli.completion import complete_games
from parlour.cli.options import json_option, print_json, rules_from, set_option
from parlour.terminal.console.console import Console

MARKS = {"passed": "ok", "failed": "FAILED", "skipped": "-"}


@click.command()
@click.argument("game", shell_complete=complete_games)
@set_option
@json_option
def check(game: str, settings: tuple[str, ...], as_json: bool) -> None:
    """Check whether GAME follows the contract: a game by name, or a folder such as ./my-game.

    It plays the rules in every state, or in up to 20,000 of them, then compiles and solves the game. Each failure comes
    with the first state that shows it.
    """
    console = Console(stdout=StringIO()) if as_json else Console()
    found: dict[str, str] = {}
    results: list[CheckResult] = []
    for each in run_checks(game, rules_from(settings)):
        if isinstance(each, CheckResult):
            results.append(each)
            console.say(*result_lines(each))
        else:
            found = each
            console.say(f"{found['game']} in {found['folder']}", "")
    failures = sum(result.outcome == "failed" for result in results)
    skipped = sum(result.outcome == "skipped" for result in results)
    console.say("", f"{len(results) - failures - skipped} passed, {failures} failed, {skipped} not checked.")
    if as_json:
        checks = [as_dict(result) for result in results]
        print_json({"format": "parlour check", "version": 2, **found, "passed": not failures, "checks": checks})
    if failures:
        raise click.exceptions.Exit(FAILED)


def result_lines(result: CheckResult) -> list[str]:
    begin = f"{MARKS[result.outcome]:<7}{result.check:<11} "
    if not result.failures:
        return [begin + result.sentence]
    indent = " " * len(begin)
    lines = [indent + line for failure in result.failures for line in failure_lines(failure)]
    return [begin + lines[0].strip(), *lines[1:]]


def failure_lines(failure: Mistake) -> list[str]:
    lines = [failure.sentence]
    if failure.rules:
        lines.append(f"  with {', '.join(f'--set {name}={value}' for name, value in failure.rules.items())}")
    if failure.state is not None:
        fields = ", ".join(f"{name}={value}" for name, value in failure.state.items())
        lines.append(f"  in State({fields})")
    if failure.actions is not None:
        lines.append(f"  after play(first={failure.actions[0]}, second={failure.actions[1]})")
    return lines
