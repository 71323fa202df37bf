"""A group of commands that imports only the command that is called, so that the program starts quickly."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

import click

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


class Command(NamedTuple):
    module: str  # in `parlour.cli`
    name: str  # in that module
    help: str


class LazyGroup(click.Group):
    def __init__(self, *, members: Mapping[str, Command], **options: Any) -> None:
        super().__init__(**options)
        self._members = members

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self._members)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in self._members:
            return None
        member = self._members[name]
        command: click.Command = getattr(import_module(f"parlour.cli.{member.module}"), member.name)
        return command

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        from click.shell_completion import CompletionItem

        found = [CompletionItem(name, help=each.help) for name, each in self._members.items()]
        options = click.Command.shell_complete(self, ctx, incomplete)  # not a group's, which imports every command
        return [item for item in found if item.value.startswith(incomplete)] + options

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, member.help) for name, member in self._members.items()])
