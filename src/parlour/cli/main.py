"""`parlour`: finds the command, and turns every way to end into an exit code without a traceback."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from typing import NoReturn

import click

from parlour import __version__
from parlour.games.errors import ParlourError
from parlour.terminal.console import EndOfInput
from parlour.terminal.script import BadMove

DONE, FAILED, USAGE, ILLEGAL_MOVE, INTERRUPTED = 0, 1, 2, 3, 130

COMMANDS = {
    "play": "Play a game.",
    "rules": "Show the rules of a game.",
    "games": "List the games.",
    "replay": "Show a saved match from beginning to end.",
    "resume": "Go on with a saved match.",
}
EPILOG = """Without a command, a menu opens.

Exit codes: 0 done; 1 a computer player failed; 2 the command cannot be carried out as given; 3 an illegal move in a
script (--moves); 130 interrupted, with the match saved."""


class Commands(click.Group):
    """Loads a command's file when it is called, so that the others cost nothing."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return None
        command: click.Command = getattr(import_module(f"parlour.cli.{name}"), name)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(cls=Commands, invoke_without_command=True, epilog=EPILOG, context_settings={"max_content_width": 100})
@click.version_option(__version__, message="parlour %(version)s")
@click.pass_context
def parlour(context: click.Context) -> None:
    """Two-player strategy games at the terminal."""
    if context.invoked_subcommand is None:
        from parlour.cli.play import menu

        menu()


def main() -> NoReturn:
    sys.exit(run())


def run(arguments: list[str] | None = None) -> int:
    """Carries out a command line; returns its exit code."""
    try:
        code = parlour.main(arguments, prog_name="parlour", standalone_mode=False)
        sys.stdout.flush()
        return code or DONE  # a command that ends with click's Exit hands its code through here
    except click.ClickException as error:
        error.show()
        return USAGE
    except BadMove as error:
        return complain(error, ILLEGAL_MOVE)
    except ParlourError as error:
        return complain(error, USAGE)
    except BrokenPipeError:  # the reader, `head` for one, has had enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return DONE
    except (KeyboardInterrupt, EndOfInput, click.Abort):
        return complain("interrupted", INTERRUPTED)


def complain(what: object, code: int) -> int:
    click.echo(f"parlour: {what}", err=True)
    return code
