"""`parlour`: runs a command and turns every outcome into an exit code, without a traceback."""

import os
import signal
import sys
import warnings
from io import StringIO
from typing import NoReturn

import click

from parlour.cli.commands import BAD_ANSWER, DONE, FAILED, INTERRUPTED, USAGE, parlour, report_error
from parlour.games.errors import ParlourError, WideProof, error_and_place, game_of
from parlour.printing import warn
from parlour.terminal.console.interrupts import EndOfInput, LeftMatch
from parlour.terminal.play.input import BadAnswer

LEFT = {"quit": DONE, "interrupted": INTERRUPTED, "failed": FAILED}
COMPLETION = "_PARLOUR_COMPLETE"  # a variable that shells set


def main() -> NoReturn:
    if COMPLETION in os.environ:  # a shell asks what Tab may complete
        from parlour.cli.completion import answer_shell

        sys.exit(answer_shell(parlour, COMPLETION))
    if sys.stdin and sys.stdin.isatty() and signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)  # some programs start others with Ctrl-C ignored
    code = run(sys.argv[1:])
    discard_unwritable_output()
    # If Ctrl-C interrupted code that was compiled from a string, such as Numba's, Python ends by that signal instead of
    # with the exit code, although the interrupt was handled long ago. Running another string makes it forget.
    exec("")
    sys.exit(code)


def run(arguments: list[str]) -> int:
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
        text = StringIO()
        error.show(text)
        for line in text.getvalue().rstrip("\n").split("\n"):
            warn(line)
        return USAGE
    except BadAnswer as error:
        return report_error(error, BAD_ANSWER)
    except ParlourError as error:
        return report_error(error, USAGE)
    except BrokenPipeError:  # the reader, such as `head`, has closed its end
        return DONE
    except OSError as error:
        if error.filename is not None:  # not the output
            return report_error(f"{error.filename}: {error.strerror}", FAILED)
        return report_error(f"the output cannot be written: {error.strerror}", FAILED)
    except (KeyboardInterrupt, EndOfInput, click.Abort):
        return report_error("interrupted", INTERRUPTED)
    except (Exception, SystemExit) as error:
        if os.environ.get("PARLOUR_TRACEBACK"):
            raise
        return report_error(fault_text(error), FAILED)


def fault_text(error: BaseException) -> str:
    """Says whether a game or Parlour is at fault, as far as it is known."""
    from parlour.games.catalogue import last_from_elsewhere
    from parlour.terminal.matches.saved import command

    folder = game_of(error)
    if folder is not None:
        text = error_and_place(error)
        return f"the game in {folder} fails: {text}. To find the mistake: {command('check', str(folder))}"
    text = f"unexpected error: {error!r} (set PARLOUR_TRACEBACK=1 to see where)"
    game = last_from_elsewhere()
    return f"{text}. If the game is at fault, this finds the mistake: {command('check', game)}" if game else text


def discard_unwritable_output() -> None:
    """Discard buffered output that cannot be written, so that the interpreter does not fail to write it on exit."""
    for stream in filter(None, (sys.stdout, sys.stderr)):  # None if it is closed
        try:
            stream.flush()
        except OSError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
