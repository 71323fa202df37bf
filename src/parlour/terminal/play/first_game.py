"""A few lines for somebody who plays a game for the first time, from its rulebook."""

from __future__ import annotations

import re
from pathlib import Path

from parlour.games.game import Game
from parlour.terminal.matches.autosave import is_named_after, saved_files, saves_folder

LINES = 5
SENTENCE = re.compile(r".*?\.(?= |$)")
ITEM = re.compile(r".*?(?=\. |\.?$)")
SET_UP = re.compile(r"\bstarts?\b")  # who starts, and with what: the board shows that
RULINGS = re.compile(r" \([^()]*\bsee [^()]*\)")


def is_first_game(game: Game, path: Path | None) -> bool:
    """Whether no other match of this game is saved than the one that begins now, with the rules of the rulebook."""
    if game.changed_rules():  # the numbers in the sentences would be wrong
        return False
    try:
        files = [file for file in saved_files(saves_folder()) if file != path]
    except (OSError, RuntimeError):
        return False
    return not any(is_named_after(game, file) for file in files)


def what_to_do(game: Game) -> list[str]:
    """The goal, and how to play; nothing if the rulebook has no such sections. The set-up is left out."""
    try:
        text = game.rulebook()
    except (OSError, ValueError):  # the folder of a game from another package may be incomplete
        return []
    goal, play = section(text, "Goal"), section(text, "How to play")
    points = re.split(r"^- ", play, flags=re.MULTILINE)[1:]
    if not goal or not points:
        return []
    rules = [in_a_line(point) for point in points if not SET_UP.search(first_sentence(plain(point)))]
    return [first_sentence(plain(goal)), *rules][:LINES]


def section(text: str, title: str) -> str:
    found = re.search(rf"^## {title}\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    return found[1].strip() if found else ""


def in_a_line(point: str) -> str:
    """A point with its list; of a list that it announces with a colon, the first sentence of every item."""
    body, *items = (plain(part) for part in re.split(r"^ +- ", point, flags=re.MULTILINE))
    if body.endswith(":") and items:
        return f"{body} {'; '.join(found[0] for item in items if (found := ITEM.match(item)))}."
    return " ".join([body, *items])


def first_sentence(paragraph: str) -> str:
    found = SENTENCE.match(paragraph)
    return found[0] if found else paragraph


def plain(text: str) -> str:
    return RULINGS.sub("", " ".join(text.replace("**", "").split()))
