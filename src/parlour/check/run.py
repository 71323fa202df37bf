"""Runs the checks in another process, which is stopped if a check takes too long."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from typing import Any

from parlour.check.results import CheckResult, Mistake, failed_check
from parlour.games.errors import ParlourError

SECONDS = 300  # solving stops itself after two minutes, and compiling takes long on a busy machine


def run_checks(game: str, settings: dict[str, object]) -> Iterator[Any]:
    """The documents of the worker, one by one; a check that it does not finish is a failure."""
    reading, writing = Pipe(duplex=False)
    path = os.pathsep.join(filter(None, sys.path))
    command = [sys.executable, "-P", "-m", "parlour.check.worker", str(writing.fileno()), game, json.dumps(settings)]
    with subprocess.Popen(
        command,
        pass_fds=(writing.fileno(),),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": path},
    ) as worker:
        writing.close()
        try:
            with reading:
                yield from documents(reading, worker)
        finally:
            worker.kill()


def documents(connection: Connection, worker: subprocess.Popen[bytes]) -> Iterator[Any]:
    current = "files"
    left: list[str] = []  # checks that are not done
    while True:
        document = receive(connection, worker)
        if "error" in document:
            raise ParlourError(document["error"])
        if "done" in document:
            return
        if "checks" in document:
            left = document["checks"]
        elif "begin" in document:
            current = document["begin"]
            left.remove(current)
        elif "result" in document:
            content = document["result"]
            yield CheckResult(**{**content, "failures": tuple(Mistake(**each) for each in content["failures"])})
        elif "stopped" in document:
            yield failed_check(current, Mistake(document["stopped"]))
            for check in left:
                yield CheckResult(check, "skipped", f"not checked, because {current} ended the checks")
            return
        else:
            yield document


def receive(connection: Connection, worker: subprocess.Popen[bytes]) -> Any:
    try:
        if connection.poll(SECONDS):
            return json.loads(connection.recv_bytes())
    except (EOFError, OSError):
        return {"stopped": exit_text(worker)}
    return {"stopped": f"the game did not finish within {SECONDS} seconds"}


def exit_text(worker: subprocess.Popen[bytes]) -> str:
    try:
        code = worker.wait(timeout=5)
    except subprocess.TimeoutExpired:
        return "the game stopped the checks"
    return f"the game ended Python (exit status {code})" if code >= 0 else f"the game crashed Python (signal {-code})"
