"""Records on disk. Only a complete file replaces another, so a write that is cut off leaves the previous one whole."""

from __future__ import annotations

import os
from pathlib import Path

from parlour.match.match import Match
from parlour.match.record import BadRecord, dump, parse

LARGEST = 64 * 1024 * 1024  # bytes; the longest matches people play stay far below


def save(match: Match, path: str | os.PathLike[str]) -> None:
    """Writes the record of a match; OSError if it cannot be written, with what was there before untouched."""
    target = Path(os.path.realpath(path))  # through a link, so that the link survives
    draft = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        with open(draft, "w", encoding="utf-8") as file:
            file.write(dump(match))
            file.flush()
            os.fsync(file.fileno())
        os.replace(draft, target)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise


def load(path: str | os.PathLike[str]) -> Match:
    """The match in a file, replayed; BadRecord naming the file and the reason if there is none to be trusted."""
    try:
        with open(path, "rb") as file:
            data = file.read(LARGEST + 1)
    except OSError as error:
        raise BadRecord(f"{path} cannot be read: {error.strerror}") from None
    if len(data) > LARGEST:
        raise BadRecord(f"{path} is larger than any record ({LARGEST} bytes)")
    try:
        return parse(data.decode("utf-8"))
    except UnicodeDecodeError:
        raise BadRecord(f"{path} is not a text file") from None
    except BadRecord as error:
        raise BadRecord(f"{path}: {error}") from None
