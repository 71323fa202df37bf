"""Asks a person: for one of a few answers, or for a text. Finds the word that the typed text means."""

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from parlour.games.errors import ParlourError
from parlour.games.vocabulary import fold
from parlour.terminal.console.console import Console

HELP = ("?", "help")
LEAVE = ("q", "quit", "exit")
BACK = ("b", "back")
SHORTEST = 2  # letters of a name, if it is not typed in full
LONGEST = 40  # letters that may resemble a name
FEW = 3  # names that are suggested
Meaning = TypeVar("Meaning")


class Leave(Exception):
    """The user leaves the menu."""


class Back(Exception):
    """The user returns to the question before."""


def choose(
    console: Console, prompt: str, meanings: Mapping[str, Meaning], request: str, explanation: Sequence[str]
) -> Meaning:
    """The meaning of a typed text: a word, or its beginning if no other meaning has a word that begins like that.

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

    Items and commands are named with a text each. `more` are further words that can be typed, and the value of each.
    Raises Leave, or Back if that is possible.
    """
    meanings = {word: word for word in commands} | dict(more or {})
    meanings |= {text: name for name, text in items.items()} | {name: name for name in items}
    meanings |= {str(number): name for number, name in enumerate(items, start=1)}
    meanings |= dict.fromkeys(LEAVE, "quit") | (dict.fromkeys(BACK, "back") if back else {})
    numbers = f"1-{len(items)}" if len(items) > 1 else "1"
    returns = {"back": "go back"} if back else {}
    explanation = word_lines(
        {numbers: "choose by number, name or the beginning of a name", **commands, **returns, "quit": "leave"}
    )
    span = f"a whole number from 1 to {len(items)}" if len(items) > 1 else "1"
    request = f"Please type {', '.join([span, *commands, *returns])}, or q; ? for help."
    prompt = f"Choose {numbers}, ? for help, {'b to go back, ' if back else ''}q to leave: "
    name = choose(console, prompt, meanings, request, ["", *explanation, ""])
    if name == "quit":
        raise Leave
    if name == "back" and back:
        raise Back
    return name


def number_lines(texts: Sequence[str]) -> list[str]:
    width = len(str(len(texts)))
    return [f"  {number:>{width}}. {text}" for number, text in enumerate(texts, start=1)]


def word_lines(words: Mapping[str, str]) -> list[str]:
    longest = max(map(len, words))
    return [f"  {word:<{max(longest, 9)}} {about}" for word, about in words.items()]


def read_value(console: Console, prompt: str, explanation: str, parse: Callable[[str], Meaning]) -> Meaning:
    """The value of the typed text; `?` shows the explanation. Raises Back and Leave.

    `parse` gets the text without surrounding spaces. If it raises ParlourError, that is shown, and the question again.
    """
    while True:
        typed = console.read(prompt).strip()
        word = typed.lower()
        if word in HELP:
            console.tell(explanation, "Type b to go back, or q to leave.")
        elif word in BACK:
            raise Back
        elif word in LEAVE:
            raise Leave
        else:
            try:
                return parse(typed)
            except ParlourError as error:
                console.discard_input()
                console.tell(f"Sorry: {error}.")


def find(meanings: Mapping[str, Meaning], typed: str) -> Meaning | None:
    """The meaning of a typed text. Case does not matter, unless words with other meanings differ in nothing else."""
    if typed in meanings:
        return meanings[typed]
    alike = [meaning for word, meaning in meanings.items() if fold(word) == fold(typed)]
    return alike[0] if alike and all(meaning == alike[0] for meaning in alike) else None


def begin_like(meanings: Mapping[str, Meaning], typed: str) -> dict[str, Meaning]:
    """The words that begin with the typed text, one for each meaning."""
    found: dict[str, Meaning] = {}
    for word, meaning in meanings.items():
        if len(typed) >= SHORTEST and fold(word).startswith(fold(typed)) and meaning not in found.values():
            found[word] = meaning
    return found


def suggestion(meanings: Mapping[str, object], typed: str) -> str:
    """`Did you mean hard?`; empty if nothing resembles the typed text."""
    from difflib import get_close_matches  # not at the top: few people need it

    if typed.isdecimal() or len(typed) > LONGEST:
        return ""
    found = list(begin_like(meanings, typed))
    if not found:
        words = {fold(word): word for word in reversed(list(meanings))}  # of those that begin alike, the first counts
        words = {word.split()[0]: full for word, full in words.items() if len(word.split()) == 2} | words
        found = [words[near] for near in get_close_matches(fold(typed), words, n=1)]
    return f"Did you mean {' or '.join(found)}?" if 1 <= len(found) <= FEW else ""
