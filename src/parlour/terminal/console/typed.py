"""Asks for something that cannot be listed: names, a number, the value of a rule."""

from __future__ import annotations

from parlour.terminal.console.choice import BACK, HELP, LEAVE, Back, Leave
from parlour.terminal.console.console import Console

WAYS_OUT = "Type b to go back, or q to leave."


def read_value(console: Console, prompt: str, explanation: str) -> str:
    """What is typed, without surrounding spaces; `?` shows the explanation. Raises Back and Leave."""
    while True:
        typed = console.read(prompt).strip()
        word = typed.lower()
        if word in HELP:
            console.tell(explanation, WAYS_OUT)
        elif word in BACK:
            raise Back
        elif word in LEAVE:
            raise Leave
        else:
            return typed
