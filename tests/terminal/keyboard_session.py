"""Parlour in a real pseudo-terminal, for tests that type."""

from __future__ import annotations

import os
import re
import sys
import time
from pathlib import Path
from typing import Any

import pexpect

from parlour.games.vocabulary import Question
from parlour.match.match import Match
from parlour.terminal.play.input import actions_of

TESTS = Path(__file__).parent.parent
KEYS = {"Ctrl-C": "\x03", "Ctrl-D": "\x04"}
SEATS = {"--first", "--second"}
UNSET = ("NO_COLOR", "LC_ALL", "LC_CTYPE", "LANG", "COLUMNS", "LINES")


class PtySession:
    """Types answers at prompts and records every byte that the terminal received.

    Of `play` without seats this makes a match of two people, so that nobody is asked who plays.
    """

    def __init__(
        self,
        home: Path,
        *arguments: str,
        columns: int = 80,
        environment: dict[str, str] | None = None,
        program: tuple[str, ...] = (sys.executable, "-m", "parlour"),
    ) -> None:
        env = {k: v for k, v in os.environ.items() if k not in UNSET}
        paths = os.pathsep.join(filter(None, [str(TESTS), os.environ.get("PYTHONPATH")]))
        env |= {
            "XDG_STATE_HOME": str(home),
            "TERM": "xterm-256color",
            "LANG": "C.UTF-8",
            "PYTHONPATH": paths,
            "PAGER": "cat",
        }
        env |= environment or {}
        people = ("--second", "human") if arguments[:1] == ("play",) and not SEATS & {*arguments} else ()
        command = [*program[1:], *arguments, *people]
        self.child: Any = pexpect.spawn(program[0], command, env=env, dimensions=(40, columns), timeout=30)
        self.child.delaybeforesend = None
        self.received = b""

    def until(self, text: str) -> str:
        """Wait for a text. Return everything since the last wait, up to and including it."""
        self.child.expect_exact(text.encode())
        output = self.child.before + self.child.after
        self.received += output
        return str(output.decode("utf-8", "replace"))

    def settle(self) -> None:
        """Wait until the program reads again: it may still be discarding what was typed ahead."""
        time.sleep(0.15)

    def type(self, answer: str) -> None:
        if answer in KEYS:
            self.settle()
        self.child.send((KEYS.get(answer) or answer + "\r").encode())

    def answer(self, prompt: str, answer: str) -> str:
        """Wait for a prompt and answer it."""
        shown = self.until(prompt)
        self.type(answer)
        return shown

    def end(self) -> int:
        """Wait for the end and return the exit code; `echoes` is how the program left the terminal."""
        self.child.expect(pexpect.EOF)
        self.received += self.child.before
        self.echoes = self.child.getecho()
        self.child.close()
        return int(self.child.exitstatus if self.child.exitstatus is not None else -self.child.signalstatus)

    @property
    def text(self) -> str:
        """Everything shown, without escape sequences."""
        plain = re.sub(rb"\x1b\[[0-9;?]*[A-Za-z]", b"", self.received)
        return plain.decode("utf-8", "replace").replace("\r\n", "\n")


def in_order(text: str, lines: list[str]) -> list[str]:
    """The lines from the first that is missing; other lines may come in between."""
    rest = iter(text.splitlines())
    for number, line in enumerate(lines):
        if not any(found.rstrip() == line.rstrip() for found in rest):
            return lines[number:]
    return []


def play_by_hand(session: PtySession, match: Match, answers: list[str], plain: bool = False) -> None:
    """Give these answers as two people would, passing the keyboard on when asked.

    Forced choices are typed only if the session shows plain lines.
    """
    words, rules = match.game.words, match.game.rules
    left = iter(answers)
    while match.to_act:
        questions = words.ask(rules, match.state)
        number = len(match.line) + 1
        heading = [line for line in words.heading(rules, match.state, number, 100) if line]
        asked = [question for question in questions if plain or len(set(actions_of(question))) > 1]
        if plain and heading:
            session.until(heading[-1])
        elif asked and not plain:
            session.until(f"#{number} {words.PLAYERS[asked[0].player]}")
        for question in questions:
            if len(asked) == 2 and question is asked[1]:
                session.answer("press Enter", "")
            if len(asked) == 2:
                session.until("what you type is not shown.)")  # above it, the last reveal may look like the prompt
            meaning: int | Question = question
            while isinstance(meaning, Question):
                answer = next(left, None)
                if answer is None:
                    return
                if question in asked:
                    session.answer(meaning.prompt.splitlines()[-1], answer)
                meaning = meaning.answers[answer]
            match.choose(question.player, meaning)
