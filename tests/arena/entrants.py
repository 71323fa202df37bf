"""Players for the tests of tournaments: slow, failing, away, deadly, and one that says what it was asked."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path
from random import Random
from typing import Any

from parlour.match.match import View
from parlour.players.base import Unavailable


class Slow:
    """Chooses at random, and takes its time."""

    def __init__(self, seconds: float = 0.002) -> None:
        self.seconds = seconds

    def choose(self, view: View, random: Random) -> int:
        time.sleep(self.seconds)
        return random.choice(view.actions)


class Failing:
    """Raises an error now and then, with the address of an object in it, which differs from process to process."""

    def choose(self, view: View, random: Random) -> int:
        if random.random() < 0.2:
            raise RuntimeError(f"no idea about {object()}")
        return random.choice(view.actions)


class Illegal:
    def choose(self, view: View, random: Random) -> int:
        return -1


class Away:
    """Cannot be reached while a file exists."""

    def __init__(self, file: str) -> None:
        self.file = Path(file)

    def choose(self, view: View, random: Random) -> int:
        if self.file.exists():
            time.sleep(0.1)
            raise Unavailable("nobody answers")
        return random.choice(view.actions)


class Deadly:
    """Kills its process `times` times: every time leaves a file behind that holds the process's number."""

    def __init__(self, folder: str, times: int = 1) -> None:
        self.folder = Path(folder)
        self.times = times

    def choose(self, view: View, random: Random) -> int:
        death = len(list(self.folder.iterdir()))
        if death < self.times:
            try:
                with (self.folder / str(death)).open("x") as file:  # of two workers at once, one makes the file
                    file.write(str(os.getpid()))
            except FileExistsError:
                return self.choose(view, random)
            os.kill(os.getpid(), signal.SIGKILL)
        return random.choice(view.actions)


class Expensive:
    """Says what its calls cost, as language models do, and has a fingerprint."""

    def __init__(self) -> None:
        self._calls: list[dict[str, Any]] = []

    def choose(self, view: View, random: Random) -> int:
        self._calls.append({"tokens": len(view.actions)})
        return random.choice(view.actions)

    def take_calls(self) -> list[dict[str, Any]]:
        calls, self._calls = self._calls, []
        return calls

    def fingerprint(self) -> dict[str, str]:
        return {"prompt": "sha256:1234"}


class Unmakeable:
    def __init__(self) -> None:
        raise OSError("no such model")

    def choose(self, view: View, random: Random) -> int:
        return 0


class OnlyHere:
    """Cannot be made in another process."""

    def __init__(self, pid: int) -> None:
        if os.getpid() != pid:
            raise ValueError("only made in one process")

    def choose(self, view: View, random: Random) -> int:
        return random.choice(view.actions)
