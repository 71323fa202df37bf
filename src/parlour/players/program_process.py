"""A process that answers questions, one line of text for each, within a time limit. POSIX only."""

from __future__ import annotations

import os
import selectors
import subprocess
import time
import weakref
from collections.abc import Sequence
from contextlib import suppress
from signal import SIGKILL

from parlour.games.errors import ParlourError, reason
from parlour.players.base import Unavailable

LONGEST_ANSWER = 1_000  # bytes
GRACE = 1.0  # seconds to end by itself
# Variables that a program does not inherit: passwords and keys are usually kept under such names.
WITHHELD = ("KEY", "TOKEN", "SECRET", "PASSWORD", "CREDENTIAL")


class ProgramFailed(ParlourError):
    """The program was late, ended, or printed something that is not an answer."""


class ProgramProcess:
    """A running program. It leads a process group of its own, so that what it starts ends with it."""

    def __init__(self, command: Sequence[str], show_errors: bool) -> None:
        try:
            self._popen = subprocess.Popen(
                command,
                bufsize=0,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=None if show_errors else subprocess.DEVNULL,
                env={name: value for name, value in os.environ.items() if not is_withheld(name)},
                start_new_session=True,
            )
        except OSError as error:
            raise Unavailable(f"{command[0]} cannot be started: {reason(error)}") from None
        assert self._popen.stdin is not None
        assert self._popen.stdout is not None
        self._input, self._output = self._popen.stdin, self._popen.stdout
        os.set_blocking(self._input.fileno(), False)
        os.set_blocking(self._output.fileno(), False)
        self.kill = weakref.finalize(self, kill, self._popen)  # at the latest when Python exits

    def ask(self, lines: bytes, seconds: float) -> bytes:
        """Writes the lines and reads one line. After ProgramFailed the program no longer runs."""
        try:
            return self._exchange(lines, seconds)
        except BaseException:
            self.kill()
            raise

    def end(self, lines: bytes) -> None:
        """Writes the lines and closes the input; kills the program if it does not end soon."""
        with suppress(OSError):  # it may have ended by itself, or may read nothing
            self._input.write(lines)
            self._input.close()
        with suppress(subprocess.TimeoutExpired):
            self._popen.wait(GRACE)
        self.kill()

    def _exchange(self, lines: bytes, seconds: float) -> bytes:
        deadline = time.monotonic() + seconds
        if self._output.read(1):
            raise ProgramFailed("it printed something before it was asked")
        answer = b""
        with selectors.DefaultSelector() as selector:
            selector.register(self._output, selectors.EVENT_READ)
            selector.register(self._input, selectors.EVENT_WRITE)
            while b"\n" not in answer:
                left = deadline - time.monotonic()
                ready = selector.select(left) if left > 0 else []
                if not ready:
                    raise ProgramFailed(f"it did not answer within {seconds:g} seconds")
                for key, _ in ready:
                    if key.fileobj is self._output:
                        answer += self._received(len(answer))
                    else:
                        lines = lines[self._sent(lines) :]
                        if not lines:
                            selector.unregister(self._input)
        if lines:
            raise ProgramFailed("it answered before it had read the question")
        line, _, rest = answer.partition(b"\n")
        if rest:
            raise ProgramFailed("it answered with more than one line")
        return line

    def _sent(self, lines: bytes) -> int:
        """How many bytes the program took. If it has ended, reading will show that."""
        with suppress(BrokenPipeError):
            return self._input.write(lines) or 0
        return len(lines)

    def _received(self, before: int) -> bytes:
        part = self._output.read(LONGEST_ANSWER + 1)
        if not part:
            raise ProgramFailed(f"it ended {self._status()}without an answer")
        if before + len(part) > LONGEST_ANSWER:
            raise ProgramFailed(f"it printed more than {LONGEST_ANSWER} bytes; an answer is one short line")
        return part

    def _status(self) -> str:
        """How the program ended, once it has closed its output; empty if it has not ended."""
        try:
            code = self._popen.wait(GRACE)
        except subprocess.TimeoutExpired:
            return ""
        return f"(exit code {code}) " if code >= 0 else f"(signal {-code}) "


def is_withheld(name: str) -> bool:
    return any(word in name.upper() for word in WITHHELD)


def kill(popen: subprocess.Popen[bytes]) -> None:
    """Kills a program and everything that it started."""
    with suppress(ProcessLookupError, PermissionError):  # nobody is left in the group
        os.killpg(popen.pid, SIGKILL)
    popen.wait()
    for pipe in (popen.stdin, popen.stdout):
        if pipe:
            with suppress(OSError):
                pipe.close()
