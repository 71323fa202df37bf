"""Runs the checks in another process, which is stopped if a check takes too long."""

from __future__ import annotations

import json
import os
import select
import subprocess
import sys
import time
from collections.abc import Iterator
from typing import Any, BinaryIO

from parlour.check.results import CheckResult, Mistake, failed_check
from parlour.games.errors import ParlourError

SECONDS = 300  # a check takes seconds; solving stops itself after a minute, and compiling takes long on a busy machine


def run_checks(game: str, settings: dict[str, object]) -> Iterator[Any]:
    """What the worker sends, document by document; a check that it does not finish is a failure."""
    reading, writing = os.pipe()
    path = os.pathsep.join(filter(None, sys.path))
    command = [sys.executable, "-P", "-m", "parlour.check.worker", str(writing), game, json.dumps(settings)]
    with subprocess.Popen(
        command,
        pass_fds=(writing,),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": path},
    ) as worker:
        os.close(writing)
        try:
            with os.fdopen(reading, "rb", buffering=0) as pipe:
                yield from documents(pipe, worker)
        finally:
            worker.kill()


def documents(pipe: BinaryIO, worker: subprocess.Popen[bytes]) -> Iterator[Any]:
    current = "files"
    left: list[str] = []  # checks that are not done
    for line in lines(pipe):
        document: dict[str, Any] = json.loads(line) if line else {}
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
        elif document:
            yield document
        else:
            late = f"the game did not finish within {SECONDS} seconds"
            yield failed_check(current, Mistake(late if line is None else exit_text(worker)))
            for check in left:
                yield CheckResult(check, "skipped", f"not checked, because {current} ended the checks")
            return


def lines(pipe: BinaryIO) -> Iterator[bytes | None]:
    """Whole lines; an empty one if the pipe ends, None if nothing comes for too long."""
    buffer = b""
    while True:
        deadline = time.monotonic() + SECONDS
        while b"\n" not in buffer:
            ready, _, _ = select.select([pipe], [], [], max(0.0, deadline - time.monotonic()))
            part = pipe.read(65536) if ready else None
            if not part:
                yield part
                return
            buffer += part
        line, _, buffer = buffer.partition(b"\n")
        yield line


def exit_text(worker: subprocess.Popen[bytes]) -> str:
    try:
        code = worker.wait(timeout=5)
    except subprocess.TimeoutExpired:
        return "the game stopped the checks"
    return f"the game ended Python (exit status {code})" if code >= 0 else f"the game crashed Python (signal {-code})"
