"""Match records on disk. An interrupted write leaves the previous record intact."""

import os
from contextlib import suppress
from pathlib import Path

from parlour.files import write_file
from parlour.games.errors import reason
from parlour.match.match import Match
from parlour.match.record import BadRecord, dump, parse

LARGEST = 64 * 1024 * 1024  # bytes, far more than any match that people play


def create(match: Match, path: Path) -> bytes:
    """Write the record of a match to a new file and return the bytes written. If that fails, there is no file.

    Raises FileExistsError if the file exists, so that two matches never share one.
    """
    path.open("x").close()
    try:
        return save(match, path)
    except BaseException:
        with suppress(OSError):
            path.unlink()
        raise


def save(match: Match, path: str | os.PathLike[str]) -> bytes:
    """Write the record of a match and return the bytes written. If that fails (OSError), the old file is intact."""
    data = dump(match).encode("utf-8")
    write_file(path, data)
    return data


def read(path: str | os.PathLike[str]) -> bytes:
    try:
        with open(path, "rb") as file:
            data = file.read(LARGEST + 1)
    except (OSError, ValueError) as error:
        raise BadRecord(f"{path} cannot be read: {reason(error)}") from None
    if len(data) > LARGEST:
        raise BadRecord(f"{path} is larger than any record ({LARGEST} bytes)")
    return data


def load(path: str | os.PathLike[str]) -> Match:
    """Read a match from a file and replay it. BadRecord names the file and the mistake in it."""
    data = read(path)
    try:
        return parse(data.decode("utf-8"))
    except UnicodeDecodeError:
        raise BadRecord(f"{path} is not a text file") from None
    except BadRecord as error:
        raise BadRecord(f"{path}: {error}") from None
