"""Five lines for somebody who plays a game for the first time, from its rulebook."""

from __future__ import annotations

import re
from pathlib import Path

from parlour.games.game import Game
from parlour.terminal.autosave import saved_files, saves_folder

LINES = 5
SENTENCE = re.compile(r".*?[.:](?= |$)")
ITEM = re.compile(r".*?(?=\. |\.?$)")


def is_first_game(game: Game, path: Path | None) -> bool:
    """Whether no other match of this game is saved than the one that begins now, with the rules of the rulebook."""
    if game.changed_rules():  # the numbers in the sentences would be wrong
        return False
    try:
        names = [file.name for file in saved_files(saves_folder()) if file != path]
    except (OSError, RuntimeError):
        return False
    return not any(name.startswith(f"{game.name}-") for name in names)


def what_to_do(game: Game) -> list[str]:
    """The goal and the beginning of how to play, a sentence each; nothing if the rulebook has no such sections."""
    try:
        text = game.rulebook()
    except (OSError, ValueError):  # the folder of a game from another package may be incomplete
        return []
    goal, play = section(text, "Goal"), section(text, "How to play")
    points = [" ".join(point.split()) for point in re.split(r"^- ", play, flags=re.MULTILINE)[1:]]
    return [sentence(" ".join(goal.split())), *map(sentence, points)][:LINES] if goal and points else []


def section(text: str, title: str) -> str:
    found = re.search(rf"^## {title}\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    return found[1].strip() if found else ""


def sentence(paragraph: str) -> str:
    """The first sentence; one that ends in a colon goes on with the list that it announces."""
    plain = paragraph.replace("**", "")
    found = SENTENCE.match(plain)
    if found is None:
        return plain
    if not found[0].endswith(":"):
        return found[0]
    items = [first[0] for item in plain.split(" - ")[1:] if (first := ITEM.match(item))]
    return f"{found[0]} {'; '.join(items)}." if items else plain
