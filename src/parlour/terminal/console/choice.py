"""Asks a question that has a few answers, until one of them is typed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar

from parlour.terminal.console.console import Console
from parlour.terminal.console.matching import begin_like, find, suggestion

HELP = ("?", "help")
LEAVE = ("q", "quit", "exit")
BACK = ("b", "back")
Meaning = TypeVar("Meaning")


class Leave(Exception):
    """The user leaves the menu."""


class Back(Exception):
    """The user returns to the question before."""


def choose(
    console: Console, prompt: str, meanings: Mapping[str, Meaning], request: str, explanation: Sequence[str]
) -> Meaning:
    """The meaning of what is typed: a word, or its beginning if no other meaning has a word that begins like that.

    Anything else is answered with `request`, and `?` with `explanation`.
    """
    while True:
        typed = console.read(prompt).strip(" \t")
        meaning = find(meanings, typed)
        if meaning is None and len(begun := list(begin_like(meanings, typed).values())) == 1:
            meaning = begun[0]
        if meaning is not None:
            return meaning
        if typed.lower() in HELP:
            console.tell(*explanation)
        else:
            console.discard_input()  # the rest of a paste is as wrong as its first line
            console.tell(*filter(None, [suggestion(meanings, typed)]), request)


def select_item(
    console: Console,
    items: Mapping[str, str],
    commands: Mapping[str, str],
    more: Mapping[str, str] | None = None,
    back: bool = True,
) -> str:
    """Ask for one of the numbered items by its number, its name or its text, or for a command; return its name.

    Items and commands are named with a text each. `more` are words that can be typed too, and what they return.
    Raises Leave, or Back if that is possible.
    """
    meanings = {word: word for word in commands} | dict(more or {})
    meanings |= {text: name for name, text in items.items()} | {name: name for name in items}
    meanings |= {str(number): name for number, name in enumerate(items, start=1)}
    meanings |= dict.fromkeys(LEAVE, "quit") | (dict.fromkeys(BACK, "back") if back else {})
    numbers = f"1-{len(items)}" if len(items) > 1 else "1"
    returns = {"back": "go back"} if back else {}
    explanation = explained(
        {numbers: "choose by number, name or the beginning of a name", **commands, **returns, "quit": "leave"}
    )
    words = [*(f"a whole number from 1 to {len(items)}" if len(items) > 1 else "1",), *commands, *returns]
    request = f"Please type {', '.join(words)}, or q; ? for help."
    prompt = f"Choose {numbers}, ? for help, {'b to go back, ' if back else ''}q to leave: "
    name = choose(console, prompt, meanings, request, ["", *explanation, ""])
    if name == "quit":
        raise Leave
    if name == "back" and back:
        raise Back
    return name


def numbered(texts: Sequence[str]) -> list[str]:
    width = len(str(len(texts)))
    return [f"  {number:>{width}}. {text}" for number, text in enumerate(texts, start=1)]


def explained(words: Mapping[str, str]) -> list[str]:
    """Lines that list words with what they do."""
    longest = max(map(len, words))
    return [f"  {word:<{max(longest, 9)}} {about}" for word, about in words.items()]
