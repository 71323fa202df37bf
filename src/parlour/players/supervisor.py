"""Runs a program and, when it ends or its player gives it up, ends everything that it started. A script; Linux only.

    python -I -S supervisor.py SOCKET COMMAND ...

A process whose parent has ended becomes a child of the supervisor, and not of the system: even a daemon is found.
"""

import ctypes
import os
import signal
import sys
from _thread import start_new_thread
from collections.abc import Iterator
from contextlib import suppress
from socket import socket
from typing import NoReturn

PR_SET_DUMPABLE, PR_SET_CHILD_SUBREAPER = 4, 36  # from linux/prctl.h
RESET = [signal.SIGPIPE, signal.SIGXFSZ]  # Python ignores them, and its children would too


def supervise(control: socket, command: list[str]) -> NoReturn:
    """Sends 0 once the program runs, or why it cannot. The player gives it up by closing the other end."""
    prctl = ctypes.CDLL(None).prctl
    prctl(PR_SET_CHILD_SUBREAPER, 1)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)  # a process that ignores it cannot wait
    try:
        program = os.posix_spawnp(command[0], command, os.environ, setsid=True, setsigdef=RESET)
    except OSError as error:
        control.sendall(b"%d" % (error.errno or 0))
        os._exit(1)
    os.close(0)  # only the program may hold the ends of its pipes
    os.close(1)
    control.sendall(b"0")
    start_new_thread(kill_if_given_up, (control, program))
    pid, status = os.wait()
    while pid != program:
        pid, status = os.wait()
    while found := list(children()):
        for pid in found:
            with suppress(OSError):  # it may have become another user's
                os.kill(pid, signal.SIGKILL)
        os.wait()
    code = os.waitstatus_to_exitcode(status)
    if code >= 0:
        os._exit(code)
    prctl(PR_SET_DUMPABLE, 0)  # without a second core dump
    with suppress(OSError):  # SIGKILL has no handler
        signal.signal(-code, signal.SIG_DFL)
    os.kill(os.getpid(), -code)
    os._exit(1)


def kill_if_given_up(control: socket, program: int) -> None:
    control.recv(1)
    with suppress(OSError):  # it may just have ended
        os.kill(program, signal.SIGKILL)


def children() -> Iterator[int]:
    """The processes whose parent this one is, also those that have ended."""
    for name in filter(str.isdecimal, os.listdir("/proc")):
        with suppress(OSError), open(f"/proc/{name}/stat", "rb") as file:
            if int(file.read().rpartition(b")")[2].split()[1]) == os.getpid():  # after the name and the state
                yield int(name)


if __name__ == "__main__":
    supervise(socket(fileno=int(sys.argv[1])), sys.argv[2:])
