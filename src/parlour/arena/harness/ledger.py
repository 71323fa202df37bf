"""The folder of a run: only one process writes to it, line by line, and its lines survive its end."""

import json
import os
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

from parlour import file_lock
from parlour.games.errors import ParlourError, reason

LOCK = ".lock"


class DamagedFile(ParlourError):
    """A file of a run is not as it was written. The message names the line."""


class InUse(ParlourError):
    """Another process writes to the same folder."""


@contextmanager
def lock(folder: Path) -> Iterator[None]:
    """Holds the folder. The system lets go of it when the process ends, however it ends."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / LOCK).open("a") as file:
        try:
            file_lock.lock(file.fileno())
        except OSError:
            raise InUse(f"another run is writing to {folder}; wait for its end, or use another folder") from None
        yield


class LineFile:
    """A file to which lines are appended. A last line that a killed process did not finish is removed."""

    def __init__(self, path: Path, sync_after: float = 0.0) -> None:
        """`sync_after`: lines survive the end of the machine after so many seconds, and of the process at once."""
        self.path, self._sync_after = path, sync_after
        self._file: BinaryIO | None = None
        self._synced = time.monotonic()
        data = path.read_bytes() if path.exists() else b""
        if not data.endswith(b"\n") and data:
            os.truncate(path, data.rfind(b"\n") + 1)

    def lines(self) -> list[bytes]:
        return complete_lines(self.path) if self.path.exists() else []

    def append(self, lines: Sequence[bytes]) -> None:
        if not lines:
            return
        if self._file is None:
            self._file = self.path.open("ab")
        self._file.write(b"".join(line + b"\n" for line in lines))
        self._file.flush()
        if time.monotonic() - self._synced >= self._sync_after:
            os.fsync(self._file.fileno())
            self._synced = time.monotonic()

    def close(self) -> None:
        if self._file is not None:
            os.fsync(self._file.fileno())
            self._file.close()
            self._file = None


def complete_lines(path: Path) -> list[bytes]:
    """The lines of a file, without a last one that is not complete."""
    try:
        return path.read_bytes().split(b"\n")[:-1]
    except OSError as error:
        raise DamagedFile(f"{path} cannot be read: {reason(error)}") from None


def as_line(content: dict[str, Any]) -> bytes:
    """A line of a file, without its end."""
    return json.dumps(content, separators=(",", ":")).encode()


def json_data(value: Any) -> Any:
    """Named tuples, at any depth, as JSON can hold them."""
    if hasattr(value, "_asdict"):
        value = value._asdict()
    if isinstance(value, dict):
        return {key: json_data(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [json_data(each) for each in value]
    return value
