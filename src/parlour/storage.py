"""Records on disk. Only a complete file replaces another, so a write that is cut off leaves the previous one whole."""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from pathlib import Path

from parlour.match.match import Match
from parlour.match.record import BadRecord, dump, parse

LARGEST = 64 * 1024 * 1024  # bytes; the longest matches people play stay far below


def claim(path: Path) -> None:
    """Makes a new file; OSError if there is one already. Of two who want the same name, only one gets it."""
    path.open("x").close()


def save(match: Match, path: str | os.PathLike[str]) -> None:
    """Writes the record of a match; OSError if that fails, with what was there before untouched."""
    target = Path(os.path.realpath(path))  # through a link, so that the link survives
    data = dump(match).encode("utf-8")
    handle, draft = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name[:50]}.", suffix=".part")
    try:
        with open(handle, "wb") as file:
            os.fchmod(handle, permissions(target))
            file.write(data)
            file.flush()
            os.fsync(handle)
        os.replace(draft, target)
    except BaseException:
        with suppress(OSError):  # an interruption may come when the draft has already become the record
            os.unlink(draft)
        raise


def permissions(target: Path) -> int:
    """Those of the file that is replaced, or of any new file."""
    if target.exists():
        return target.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


def read(path: str | os.PathLike[str]) -> bytes:
    try:
        with open(path, "rb") as file:
            data = file.read(LARGEST + 1)
    except (OSError, ValueError) as error:
        raise BadRecord(f"{path} cannot be read: {getattr(error, 'strerror', None) or error}") from None
    if len(data) > LARGEST:
        raise BadRecord(f"{path} is larger than any record ({LARGEST} bytes)")
    return data


def load(path: str | os.PathLike[str]) -> Match:
    """The match in a file, replayed; BadRecord naming the file and the reason if there is none to be trusted."""
    try:
        return parse(read(path).decode("utf-8"))
    except UnicodeDecodeError:
        raise BadRecord(f"{path} is not a text file") from None
    except BadRecord as error:
        reason = str(error)
        raise BadRecord(reason if reason.startswith(str(path)) else f"{path}: {reason}") from None
