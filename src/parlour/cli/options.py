"""Options that several commands share, and how `--set` and `--vary` are parsed."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import click

from parlour.games.errors import BadRules

MOST_VARIANTS = 2_000

json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
set_option = click.option(
    "--set", "settings", multiple=True, metavar="KEY=VALUE", help="Change a rule; can be repeated."
)


def plot_option(what: str) -> Callable[..., Any]:
    """`--plot FILE`; a file that cannot be written is rejected before anything is calculated."""

    def checked(_context: click.Context, _option: click.Parameter, file: str | None) -> Path | None:
        if file is None:
            return None
        from parlour.plots.canvas import checked_file  # not at the top: it loads NumPy

        return checked_file(file)

    return click.option("--plot", metavar="FILE", callback=checked, help=f"Plot {what} into FILE (.svg or .png).")


def rules_from(settings: tuple[str, ...]) -> dict[str, object]:
    """Parse `KEY=VALUE` options. Whole numbers become integers; all else is the name of a choice."""
    rules: dict[str, object] = {}
    for setting in settings:
        key, equals, value = setting.partition("=")
        if not equals or not key:
            raise BadRules(f"--set takes KEY=VALUE, not {setting!r}")
        if key in rules:
            raise BadRules(f"--set gives {key} twice")
        rules[key] = int(value) if re.fullmatch(r"-?[0-9]{1,18}", value) else value
    return rules


def values_from(vary: tuple[str, ...]) -> dict[str, list[object]]:
    """Parse `KEY=1..5`, `KEY=10..100..10`, `KEY=draw,defender`, or a list of any of these."""
    values: dict[str, list[object]] = {}
    for text in vary:
        key, equals, parts = text.partition("=")
        if not equals or not key or not parts:
            raise BadRules(f"--vary takes KEY=VALUES, such as tower=4..10 or both_empty=draw,defender, not {text!r}")
        if key in values:
            raise BadRules(f"--vary gives {key} twice")
        values[key] = list(dict.fromkeys(value for part in parts.split(",") for value in parsed_range(part, text)))
    return values


def parsed_range(part: str, text: str) -> Sequence[object]:
    if re.fullmatch(r"-?[0-9]{1,9}", part):
        return [int(part)]
    found = re.fullmatch(r"(-?[0-9]{1,9})\.\.(-?[0-9]{1,9})(?:\.\.([0-9]{1,9}))?", part)
    if found is None:
        if not part or ".." in part:
            raise BadRules(f"--vary {text!r} is not valid: ranges are a..b or a..b..step, of whole numbers")
        return [part]
    first, last, step = int(found[1]), int(found[2]), int(found[3] or 1)
    if last < first or step == 0:
        raise BadRules(f"--vary {text!r} names no values: from {first} to {last} in steps of {step}")
    if (last - first) // step >= MOST_VARIANTS:
        raise BadRules(f"--vary {text!r} names too many values; the limit is {MOST_VARIANTS:,} variants")
    return range(first, last + 1, step)
