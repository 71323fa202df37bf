"""Exit codes of commands, and how they report a failure."""

from __future__ import annotations

from contextlib import suppress
from typing import NoReturn

import click

DONE, FAILED, USAGE, ILLEGAL_MOVE, INTERRUPTED = 0, 1, 2, 3, 130


def report_error(error: object, code: int) -> int:
    with suppress(OSError):
        click.echo(f"parlour: {error}", err=True)
    return code


def fail(error: object) -> NoReturn:
    """Report an error that the command could not prevent, and end with FAILED."""
    raise click.exceptions.Exit(report_error(error, FAILED))
