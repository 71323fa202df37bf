"""Options that several commands share, and how `--set` and `--vary` are parsed."""

import json
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import click

from parlour.cli.completion import complete_files, complete_players, complete_rules
from parlour.games.catalogue import game, is_folder
from parlour.games.checks import rule_value
from parlour.games.errors import BadRules
from parlour.terminal.console.console import Console

MOST_VARIANTS = 2_000
BASE_URL = "The address of the language model's server; OPENAI_BASE_URL by default."
Decorated = TypeVar("Decorated", bound=Callable[..., Any])

json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
set_option = click.option(
    "--set",
    "settings",
    multiple=True,
    metavar="KEY=VALUE",
    shell_complete=complete_rules,
    help="Change a rule; can be repeated.",
)
folder_option = click.option(
    "--game",
    metavar="FOLDER",
    expose_value=False,
    callback=lambda _, __, folder: folder and game(folder if is_folder(folder) else f"./{folder}"),
    help="The folder of the game, if it is not installed.",
)
with_option = click.option(
    "--with",
    "player",
    metavar="NAME",
    shell_complete=complete_players,
    help="Only matches with this computer player or person.",
)
plot_option = click.option(
    "--plot", type=Path, metavar="FILE", shell_complete=complete_files, help="Save a plot as FILE (.svg or .png)."
)
base_url_option = click.option("--base-url", metavar="URL", help=BASE_URL)
plain_option = click.option("--plain", is_flag=True, help="Show plain lines, worded like the rulebook.")


def number_option(
    *names: str, least: int, default: int, text: str, most: int | None = None, metavar: str = "N"
) -> Callable[[Decorated], Decorated]:
    span = click.IntRange(least, most)
    return click.option(*names, type=span, default=default, show_default=True, metavar=metavar, help=text)


def print_json(document: object) -> None:
    Console().say(*json.dumps(document, indent=1).split("\n"))


def print_plot_file(plot: Path, as_json: bool) -> None:
    """Say where a plot is, unless that would spoil JSON."""
    if not as_json:
        Console().say("", f"The plot is saved in {plot}.")


def rules_from(settings: tuple[str, ...]) -> dict[str, object]:
    """Parse `KEY=VALUE` options. Whole numbers become integers; all else is the name of a choice."""
    pairs = key_value_pairs("--set", "KEY=VALUE", settings)
    return {key: rule_value(value) for key, value in pairs.items()}


def values_from(vary: tuple[str, ...]) -> dict[str, list[object]]:
    """Parse `KEY=1..5`, `KEY=10..100..10`, `KEY=draw,defender`, or a list of any of these."""
    pairs = key_value_pairs("--vary", "KEY=VALUES, such as tower=4..10 or both_empty=draw,defender", vary)
    return {
        key: list(dict.fromkeys(value for part in parts.split(",") for value in parse_range(part, f"{key}={parts}")))
        for key, parts in pairs.items()
    }


def key_value_pairs(option: str, form: str, texts: tuple[str, ...]) -> dict[str, str]:
    pairs: dict[str, str] = {}
    for text in texts:
        key, _, value = text.partition("=")
        if not key or not value:
            raise BadRules(f"{option} takes {form}, not {text!r}")
        if key in pairs:
            raise BadRules(f"{option} gives {key} twice")
        pairs[key] = value
    return pairs


def parse_range(part: str, text: str) -> Sequence[object]:
    found = re.fullmatch(r"(-?[0-9]{1,9})(?:\.\.(-?[0-9]{1,9})(?:\.\.([0-9]{1,9}))?)?", part)
    if found is None:
        if not part or ".." in part:
            raise BadRules(f"--vary {text!r} is not valid: ranges are a..b or a..b..step, of whole numbers")
        return [part]
    first, last, step = int(found[1]), int(found[2] or found[1]), int(found[3] or 1)
    if last < first or step == 0:
        raise BadRules(f"--vary {text!r} names no values: from {first} to {last} in steps of {step}")
    if (last - first) // step >= MOST_VARIANTS:
        raise BadRules(f"--vary {text!r} names too many values; the limit is {MOST_VARIANTS:,} variants")
    return range(first, last + 1, step)
