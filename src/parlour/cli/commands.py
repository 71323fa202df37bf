"""The command `parlour` and its subcommands. Only the one that is called is imported, so the program starts quickly."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, NoReturn

import click

from parlour import __version__
from parlour.printing import warn

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

DONE, FAILED, USAGE, BAD_ANSWER, INTERRUPTED = 0, 1, 2, 3, 130  # exit codes

COMMANDS = {
    "play": "Play a game.",
    "rules": "Show the rules of a game.",
    "games": "List the games.",
    "replay": "Step through a saved match, with boards and exact values.",
    "resume": "Continue a saved match.",
    "matches": "List your saved matches, to open or delete them.",
    "stats": "Show your results, and the losses of your choices.",
    "practice": "Practise a game: find choices without a loss.",
    "analyse": "Show the loss of every choice in a saved match.",
    "solve": "Show who wins a game with perfect play, and the best first choice.",
    "balance": "Compare how fair the variants of a game are.",
    "bench": "Measure how fast the games run on this machine.",
    "arena": "Let players compete: tournaments, ratings, exact tables.",
    "evaluate": "Measure a language model, or any player, against the exact solution.",
    "serve": "Serve matches to browsers and bots.",
    "backup": "Copy the matches of a server to a file.",
    "restore": "Make a backup the database of a server.",
    "bot": "Let a program play on a server.",
    "verify": "Check that the choices in a saved match are the ones that were sealed.",
    "mcp": "Let a language model play over the Model Context Protocol.",
    "new": "Write the files of a new game, ready to change.",
    "check": "Check whether a game follows the contract.",
}
MODULES = {  # the others are named after their command
    "practice": "play",
    **dict.fromkeys(["rules", "bench"], "games"),
    **dict.fromkeys(["replay", "resume", "stats", "verify"], "matches"),
    **dict.fromkeys(["backup", "restore", "bot", "mcp"], "serve"),
}
EPILOG = """Without a command, a menu opens. `parlour GAME` is short for `parlour play GAME`.

Exit codes: 0 done; 1 something failed (a computer player, or output that cannot be written); 2 the command cannot be
carried out as given; 3 an illegal answer in a script (--answers); 130 interrupted (the match is saved)."""


class Parlour(click.Group):
    """Imports a command when it is called. `parlour tower-siege` is short for `parlour play tower-siege`."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return None
        command: click.Command = getattr(import_module(f"parlour.cli.{MODULES.get(name, name)}"), name)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        from parlour.games.catalogue import game_names, is_folder, package_of, plain_name
        from parlour.games.errors import did_you_mean

        if args[0] not in COMMANDS and (is_folder(args[0]) or package_of(plain_name(args[0]))):
            args = ["play", *args]
        elif args[0] not in COMMANDS and not ctx.resilient_parsing:
            near = did_you_mean(plain_name(args[0]), [*COMMANDS, *game_names()])
            if near:
                ctx.fail(f"No such command or game {args[0]!r}{near}.")
        return super().resolve_command(ctx, args)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        from parlour.cli.completion import items_for
        from parlour.games.catalogue import game_names

        found = items_for({**COMMANDS, **dict.fromkeys(game_names())}, incomplete)
        return found + click.Command.shell_complete(self, ctx, incomplete)  # not a group's, which imports every command


@click.group(cls=Parlour, invoke_without_command=True, epilog=EPILOG, context_settings={"max_content_width": 100})
@click.version_option(__version__, message="parlour %(version)s")
@click.option("--plain", is_flag=True, help="Show the menu and its games as plain lines.")
@click.pass_context
def parlour(context: click.Context, plain: bool) -> None:
    """Two-player strategy games, solved exactly."""
    if context.invoked_subcommand is None:
        from parlour.terminal.console.console import Console
        from parlour.terminal.menu.menu import menu

        menu(Console(plain=plain))
    elif plain:
        raise click.UsageError("--plain comes after the command: parlour play GAME --plain")


def report_error(error: object, code: int) -> int:
    warn(f"parlour: {error}")
    return code


def fail(error: object) -> NoReturn:
    """Report an error that the command could not prevent, and end with FAILED."""
    raise click.exceptions.Exit(report_error(error, FAILED))
