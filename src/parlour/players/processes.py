"""Starts a program with few of our variables, and ends it with everything that it started."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Container, Sequence
from contextlib import suppress
from pathlib import Path
from socket import SHUT_RDWR, socket, socketpair

SUPERVISOR = Path(__file__).with_name("supervisor.py")
ENDING = 5.0  # seconds for a supervisor to end everything
# What a program needs to start and to find its libraries. Everything else could be a password.
PASSED = re.compile(
    "PATH|HOME|USER|LOGNAME|SHELL|LANG|LANGUAGE|LC_[A-Z]+|TZ|TERM|TMPDIR|TMP|TEMP|(DY)?LD_LIBRARY_PATH"
    "|XDG_((CACHE|CONFIG|DATA|STATE)_HOME|(CONFIG|DATA)_DIRS|RUNTIME_DIR)|OMP_NUM_THREADS|CUDA_VISIBLE_DEVICES"
    "|PYTHON(PATH|HOME|UNBUFFERED|HASHSEED|UTF8|DONTWRITEBYTECODE)|VIRTUAL_ENV|CONDA_PREFIX|NODE_PATH|CLASSPATH"
    "|(JAVA|CARGO|RUSTUP|GEM|R)_HOME|GEM_PATH|RUBYLIB|PERL5LIB|GO(ROOT|PATH)|DOTNET_ROOT|JULIA_DEPOT_PATH|LUA_C?PATH"
)


def variables(named: Container[str]) -> dict[str, str]:
    """The part of our environment that a program gets: what it needs, and the variables that its settings name."""
    return {name: value for name, value in os.environ.items() if PASSED.fullmatch(name) or name in named}


class RunningProgram:
    """A program, its pipes, and the means to end it. Raises OSError if it cannot be started."""

    def __init__(self, command: Sequence[str], named: Container[str], stderr: bool) -> None:
        self._control: socket | None = None
        if sys.platform == "linux":
            self._control, theirs = socketpair()
            with theirs:
                supervisor = [sys.executable, "-I", "-S", str(SUPERVISOR), str(theirs.fileno())]
                self._popen = popen([*supervisor, *command], named, stderr, [theirs.fileno()])
            problem = int(self._control.recv(20) or -1)  # nothing if the supervisor itself has failed
            if problem:
                self.kill()
                raise OSError(problem, os.strerror(problem) if problem > 0 else "its supervisor has failed")
        else:
            self._popen = popen(command, named, stderr, [])
        assert self._popen.stdin is not None
        assert self._popen.stdout is not None
        self.input, self.output = self._popen.stdin, self._popen.stdout
        os.set_blocking(self.input.fileno(), False)
        os.set_blocking(self.output.fileno(), False)

    def wait(self, seconds: float) -> int | None:
        """The exit code, or the number of the signal, below 0; None if it runs on."""
        try:
            return self._popen.wait(seconds)
        except subprocess.TimeoutExpired:
            return None

    def kill(self) -> None:
        """Kills the program and everything that it started: on macOS, what is still in its process group."""
        if self._control is None:
            with suppress(ProcessLookupError, PermissionError):  # the group is empty
                os.killpg(self._popen.pid, signal.SIGKILL)
        else:
            with self._control, suppress(OSError):
                self._control.shutdown(SHUT_RDWR)  # a copy of this process may hold the socket too
            if self.wait(ENDING) is None:
                self._popen.kill()
        with suppress(OSError), self._popen:  # waits for it, and closes the pipes
            pass


def popen(
    command: Sequence[str], named: Container[str], stderr: bool, passed: Sequence[int]
) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        command,
        bufsize=0,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=None if stderr else subprocess.DEVNULL,
        env=variables(named),
        start_new_session=True,
        pass_fds=passed,
    )
