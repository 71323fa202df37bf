"""Writes docs/reference/commands.md and docs/reference/python.md from the code.

python tools/write_reference.py
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from pathlib import Path

import click
import python_reference

from parlour.cli.commands import parlour

FOLDER = Path(__file__).parent.parent / "docs" / "reference"
INTRODUCTION = """\
# Commands

Look up the commands of the program `parlour` here, with their arguments and options. `parlour COMMAND --help` prints
the same. `python tools/write_reference.py` writes this page from the code.
"""


def main() -> None:
    (FOLDER / "commands.md").write_text(commands(), encoding="utf-8")
    (FOLDER / "python.md").write_text(python_reference.page(), encoding="utf-8")


def commands() -> str:
    return "\n".join([INTRODUCTION, *describe(parlour, "parlour")])


def describe(command: click.Command, path: str) -> Iterator[str]:
    """A command with its options, then its subcommands."""
    context = click.Context(command, info_name=path)
    yield f"## {path}\n\n```text\n{' '.join([path, *command.collect_usage_pieces(context)])}\n```\n"
    yield inspect.cleandoc(command.help or "") + "\n"
    options = [each for each in command.params if isinstance(each, click.Option)]
    if options:
        yield "\n".join(["| Option | |", "|---|---|", *(row(each, context) for each in options), ""])
    if command.epilog:
        yield f"{command.epilog}\n"
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            inner = command.get_command(context, name)
            assert inner is not None
            yield from describe(inner, f"{path} {name}")


def row(option: click.Option, context: click.Context) -> str:
    name, facts = option.opts[0], [option.help or ""]
    if not option.is_flag:
        name += f" {option.make_metavar(context).strip('[]')}"
    extra = option.get_help_extra(context)
    if "range" in extra:
        low, high = getattr(option.type, "min", None), getattr(option.type, "max", None)
        facts.append(f"At least {low}." if high is None else f"From {low} to {high}.")
    if "default" in extra:
        facts.append(f"By default {extra['default']}.")
    if "required" in extra:
        facts.append("Required.")
    text = " ".join(facts).replace("|", "\\|")
    return f"| `{name.replace('|', '/')}` | {text} |"  # GitHub would end the cell at a |


if __name__ == "__main__":
    main()
