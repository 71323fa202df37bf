"""Writes a file completely or not at all: an interrupted write leaves the previous file intact."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path


def write_file(path: str | os.PathLike[str], data: bytes | str) -> None:
    """Write a text (as UTF-8) or bytes. If that fails (OSError), the old file is intact."""
    with draft_of(path) as draft:
        draft.write_bytes(data.encode("utf-8") if isinstance(data, str) else data)


@contextmanager
def draft_of(path: str | os.PathLike[str]) -> Iterator[Path]:
    """A file to write to, which takes the place of the other one when the block ends without an error."""
    target = Path(os.path.realpath(path))  # follow a link instead of replacing it
    handle, draft = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name[:50]}.", suffix=".part")
    try:
        os.close(handle)
        os.chmod(draft, permissions(target))
        yield Path(draft)
        sync(draft)
        os.replace(draft, target)
    except BaseException:
        with suppress(OSError):  # the interruption may come after the draft was renamed
            os.unlink(draft)
        raise
    with suppress(OSError):  # the file is complete, and not every file system can do this
        sync(target.parent)


def permissions(target: Path) -> int:
    """The permissions of the file to replace, or those of a new file."""
    if target.exists():
        return target.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


def sync(path: str | os.PathLike[str]) -> None:
    """Wait until a file or a folder is on the disk, and not only in memory."""
    handle = os.open(path, os.O_RDONLY if os.path.isdir(path) else os.O_RDWR)  # Windows syncs only what it may write
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
