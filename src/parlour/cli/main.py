"""`parlour`: runs a command and turns every outcome into an exit code, without a traceback."""

from __future__ import annotations

import os
import signal
import sys
import warnings
from contextlib import suppress
from typing import TYPE_CHECKING, NoReturn

import click

from parlour import __version__
from parlour.cli.exits import DONE, FAILED, ILLEGAL_MOVE, INTERRUPTED, USAGE, report_error
from parlour.cli.lazy import Command, LazyGroup
from parlour.games.errors import ParlourError, WideProof, error_and_place, game_of
from parlour.terminal.console.interrupts import EndOfInput, LeftMatch
from parlour.terminal.play.script import BadMove

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

LEFT = {"quit": DONE, "interrupted": INTERRUPTED, "failed": FAILED}
COMPLETION = "_PARLOUR_COMPLETE"  # a variable that shells set

COMMANDS = {
    "play": "Play a game.",
    "rules": "Show the rules of a game.",
    "games": "List the games.",
    "replay": "Step through a saved match, with boards and exact values.",
    "resume": "Continue a saved match.",
    "matches": "List your saved matches, to open or delete them.",
    "stats": "Show your results, and what your decisions gave away.",
    "practice": "Practise a game: find choices that give nothing away.",
    "analyse": "Show what every decision in a saved match gave away.",
    "solve": "Show who wins a game with perfect play, and the best first move.",
    "balance": "Compare how fair the variants of a game are.",
    "bench": "Measure how fast the games run on this machine.",
    "arena": "Let players compete: tournaments, ratings, exact tables.",
    "evaluate": "Measure a language model, or any player, against the exact solution.",
    "serve": "Serve matches to browsers and bots.",
    "bot": "Let a program play on a server.",
    "verify": "Check that the choices in a saved match are the ones that were sealed.",
    "mcp": "Let a language model play over the Model Context Protocol.",
    "new": "Write the files of a new game, ready to change.",
    "check": "Check whether a game follows the contract.",
}
MODULES = {"rules": "games", "replay": "matches", "resume": "matches"}  # the others are named after their command
EPILOG = """Without a command, a menu opens. `parlour GAME` is short for `parlour play GAME`.

Exit codes: 0 done; 1 something failed (a computer player, or output that cannot be written); 2 the command cannot be
carried out as given; 3 an illegal move in a script (--moves); 130 interrupted (a match is saved)."""


class Parlour(LazyGroup):
    """`parlour tower-siege` is short for `parlour play tower-siege`."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        from parlour.games.catalogue import game_names, package_of, plain_name
        from parlour.games.errors import did_you_mean
        from parlour.games.folder import is_folder

        if args[0] not in COMMANDS and (is_folder(args[0]) or package_of(plain_name(args[0]))):
            args = ["play", *args]
        elif args[0] not in COMMANDS and not ctx.resilient_parsing:
            near = did_you_mean(plain_name(args[0]), [*COMMANDS, *game_names()])
            if near:
                ctx.fail(f"No such command or game {args[0]!r}{near}.")
        return super().resolve_command(ctx, args)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        from parlour.cli.completion import matching
        from parlour.games.catalogue import game_names

        return [*super().shell_complete(ctx, incomplete), *matching(game_names(), incomplete)]


@click.group(
    cls=Parlour,
    members={name: Command(MODULES.get(name, name), name, text) for name, text in COMMANDS.items()},
    invoke_without_command=True,
    epilog=EPILOG,
    context_settings={"max_content_width": 100},
)
@click.version_option(__version__, message="parlour %(version)s")
@click.option("--plain", is_flag=True, help="Show the menu and its games as plain lines.")
@click.pass_context
def parlour(context: click.Context, plain: bool) -> None:
    """Two-player strategy games at the terminal."""
    if context.invoked_subcommand is None:
        from parlour.terminal.console.console import Console
        from parlour.terminal.menu.menu import menu

        menu(Console(plain=plain))
    elif plain:
        raise click.UsageError("--plain comes after the command: parlour play GAME --plain")


def main() -> NoReturn:
    if COMPLETION in os.environ:  # a shell asks what Tab may complete
        from parlour.cli.completion import answer_shell

        sys.exit(answer_shell(parlour, COMPLETION))
    answer_ctrl_c()
    code = run(sys.argv[1:])
    # If Ctrl-C interrupted code that was compiled from a string, such as Numba's, Python ends by that signal instead of
    # with the exit code, although the interrupt was handled long ago. Running another string makes it forget.
    exec("")
    sys.exit(code)


def answer_ctrl_c() -> None:
    """Make Ctrl-C work at a terminal even if this program was started with SIGINT ignored, as some programs do."""
    if sys.stdin and sys.stdin.isatty() and signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def run(arguments: list[str]) -> int:
    """Run a command line and return its exit code."""
    try:
        with warnings.catch_warnings(), parlour.make_context("parlour", arguments) as context:
            warnings.simplefilter("ignore", WideProof)  # commands report it in the output
            parlour.invoke(context)
        if sys.stdout:
            sys.stdout.flush()
        return DONE
    except LeftMatch as left:
        return LEFT[left.why]
    except click.exceptions.Exit as end:
        return end.exit_code
    except click.ClickException as error:
        with suppress(OSError):
            error.show()
        return USAGE
    except BadMove as error:
        return report_error(error, ILLEGAL_MOVE)
    except ParlourError as error:
        return report_error(error, USAGE)
    except BrokenPipeError:  # the reader, such as `head`, has closed its end
        return stop_writing(DONE)
    except OSError as error:
        if error.filename is not None:  # not the output
            return report_error(f"{error.filename}: {error.strerror}", FAILED)
        report_error(f"the output cannot be written: {error.strerror}", FAILED)
        return stop_writing(FAILED)
    except (KeyboardInterrupt, EndOfInput, click.Abort):
        return report_error("interrupted", INTERRUPTED)
    except (Exception, SystemExit) as error:
        if os.environ.get("PARLOUR_TRACEBACK"):
            raise
        return report_error(unexpected(error), FAILED)


def unexpected(error: BaseException) -> str:
    """Says whether a game or Parlour is at fault, as far as it is known."""
    from parlour.games.catalogue import last_from_elsewhere
    from parlour.terminal.matches.autosave import command

    folder = game_of(error)
    if folder is not None:
        text = error_and_place(error)
        return f"the game in {folder} fails: {text}. To find the mistake: {command('check', str(folder))}"
    text = f"unexpected error: {error!r} (set PARLOUR_TRACEBACK=1 to see where)"
    game = last_from_elsewhere()
    return f"{text}. If the game is at fault, this finds the mistake: {command('check', game)}" if game else text


def stop_writing(code: int) -> int:
    """Discard buffered output, so that the interpreter does not fail to write it on exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    return code
