"""Players that are programs in any language. They talk JSON lines over standard input and output. POSIX only.

docs/how-to/programs.md describes the protocol.
"""

import json
import os
import selectors
import shlex
import threading
import time
import weakref
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from shutil import which
from typing import Any, NamedTuple

from parlour.games.checks import is_number, whole_number
from parlour.games.errors import ParlourError, reason, shorten
from parlour.match.match import View
from parlour.match.record import parse_object
from parlour.players.base import PROGRAM, BadPlayer, Unavailable, seat_of
from parlour.players.processes import RunningProgram

PROTOCOL = 2
LONGEST_WAIT = 86_400.0  # seconds
LONGEST_ANSWER = 1_000  # bytes
GRACE = 1.0  # seconds to end by itself


class ProgramFailed(ParlourError):
    """The program was late, ended, or printed something that is not an answer."""


class ProgramSettings(NamedTuple):
    seconds: float = 10.0  # for each answer
    start_seconds: float = 30.0  # for the first answer of a process, which has to start
    stderr: bool = False  # whether the program's output there appears on ours
    environment: Sequence[str] = ()  # the names of more variables that it gets


class ProgramPlayer:
    """Asks a program. Every thread has its own process, which plays all matches of the thread.

    It starts with the first choice. A process that failed has been killed; the next choice starts another.
    """

    def __init__(self, command: tuple[str, ...], settings: ProgramSettings) -> None:
        self.command, self.settings = command, settings
        self._here = threading.local()
        self._all: weakref.WeakSet[ProgramProcess] = weakref.WeakSet()
        self._lock = threading.Lock()  # for `_all`

    def choose(self, view: View, random: Random) -> int:
        process: ProgramProcess | None = getattr(self._here, "process", None)
        if process is None or not process.kill.alive:
            process = self._here.process = ProgramProcess(self.command, self.settings)
            with self._lock:
                self._all.add(process)
        return process.choose(view, random)

    def close(self) -> None:
        with self._lock:
            processes = list(self._all)
        for process in processes:
            process.end()


def continues(view: View, last: View) -> bool:
    """Whether a view belongs to the same match as the last one. A player is not told when a match begins.

    If the later choices begin with the earlier ones, another match would have asked for those first.
    """
    return (
        (view.game, view.player) == (last.game, last.player)
        and len(view.choices) > len(last.choices)
        and view.choices[: len(last.choices)] == last.choices
    )


def hello(view: View) -> dict[str, Any]:
    game, player = view.game, seat_of(view)
    return {"type": "hello", "protocol": PROTOCOL, "game": game.name, "rules": game.named_rules(), "player": player}


def question(view: View, random: Random) -> dict[str, Any]:
    player = seat_of(view)
    return {
        "type": "choose",
        "turn": len(view.choices) + 1,
        "player": player,
        "secret": len(view.to_act) == 2,
        "state": view.state._asdict(),
        "actions": view.actions,
        "labels": [view.game.label(view.state, player, action) for action in view.actions],
        "turns": view.choices,
        "seed": random.getrandbits(32),
    }


def encode(messages: list[dict[str, Any]]) -> bytes:
    """One line for each message, without spaces, so that a program can take it apart without a JSON library."""
    return b"".join(json.dumps(message, separators=(",", ":")).encode() + b"\n" for message in messages)


def action_in(line: bytes) -> int:
    """The action that an answer names, legal or not."""
    content = parse_object(line) or {}
    action = whole_number(content["action"]) if set(content) == {"action"} else None
    if action is None:
        shown = shorten(line.decode("utf-8", "replace"))
        raise ProgramFailed(f'its answer is not {{"action": N}} with a whole number: {shown}')
    return action


def program_player(command: str, settings: Mapping[str, Any]) -> Callable[[], ProgramPlayer]:
    """The maker of the player `program:COMMAND`. The command is split as a shell does, but no shell runs it."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise BadPlayer(f"{PROGRAM}{command} cannot be split into words: {error}") from None
    if not words:
        raise BadPlayer(f"{PROGRAM} must be followed by a command")
    if not hasattr(os, "killpg"):
        raise BadPlayer(f"{PROGRAM}{command}: programs can play on Linux and macOS only")
    if which(words[0]) is None:
        problem = f"{words[0]} may not be executed" if Path(words[0]).is_file() else f"there is no program {words[0]!r}"
        raise BadPlayer(f"{PROGRAM}{command}: {problem}")
    given = check_settings(settings)
    return lambda: ProgramPlayer(tuple(words), given)


def check_settings(settings: Mapping[str, Any]) -> ProgramSettings:
    for name, value in settings.items():
        if name not in ProgramSettings._fields:
            raise BadPlayer(f"a program has no setting {shorten(name)}; it has: {', '.join(ProgramSettings._fields)}")
        if name == "stderr":
            if not isinstance(value, bool):
                raise BadPlayer(f"stderr of a program must be true or false, not {shorten(value)}")
        elif name == "environment":
            if not isinstance(value, list | tuple) or not all(isinstance(each, str) for each in value):
                raise BadPlayer(f"environment of a program must be a list of names of variables, not {shorten(value)}")
        elif not is_number(value) or not 0 < value <= LONGEST_WAIT:
            raise BadPlayer(f"{name} of a program must be seconds, above 0 and up to 86400, not {shorten(value)}")
    return ProgramSettings(**settings)


class ProgramProcess:
    """A running program and the match that it plays."""

    def __init__(self, command: Sequence[str], settings: ProgramSettings) -> None:
        self._settings = settings
        self._last: View | None = None  # that it was asked about
        try:
            self._program = RunningProgram(command, settings.environment, settings.stderr)
        except OSError as error:
            raise Unavailable(f"{command[0]} cannot be started: {reason(error)}") from None
        self._input, self._output = self._program.input, self._program.output
        self.kill = weakref.finalize(self, self._program.kill)  # at the latest when Python exits

    def choose(self, view: View, random: Random) -> int:
        """Asks the program. It no longer runs if it does not answer with one line in time."""
        seconds = self._settings.seconds if self._last else self._settings.start_seconds
        messages = [question(view, random)]
        if self._last is None or not continues(view, self._last):
            messages = [*self._farewell(), hello(view), *messages]
        try:
            answer = self._exchange(encode(messages), seconds)
        except BaseException:
            self.kill()
            raise
        self._last = view
        return action_in(answer)

    def end(self) -> None:
        """Says that it is over and closes the input; kills the program if it does not end soon."""
        if not self.kill.alive:
            return
        lines = encode([*self._farewell(), {"type": "quit"}])
        with suppress(OSError):  # it may have ended by itself, or may read nothing
            self._input.write(lines)
            self._input.close()
        self._program.wait(GRACE)
        self.kill()

    def _farewell(self) -> list[dict[str, Any]]:
        return [{"type": "over"}] if self._last else []

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
        code = self._program.wait(GRACE)
        if code is None:
            return ""
        return f"(exit code {code}) " if code >= 0 else f"(signal {-code}) "
