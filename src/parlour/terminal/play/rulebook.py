"""Shows the rules of a game for players, and what a variant changes."""

from __future__ import annotations

import re

from parlour.games.catalogue import named_game
from parlour.games.errors import reason
from parlour.games.game import Game
from parlour.terminal.console.console import Console

ROW = re.compile(r"^\| *`?(\w+)`? *\|.*\| *([^|]+?) *\|$", re.MULTILINE)  # the table in the variants of RULES.md
UNKNOWN = "see the rules"


def show_rules(console: Console, game: Game) -> None:
    try:
        text = game.rulebook()
    except (OSError, ValueError) as error:  # the folder of a game from another package may be incomplete
        console.say(f"Sorry, the rules cannot be read: {reason(error)}.")
    else:
        console.page(differences(game) + text)


def differences(game: Game) -> str:
    """What is different in this variant, in Markdown: the text of the rules has the usual numbers."""
    if not game.changed_rules():
        return ""
    usual, values, meanings = named_game(game.name).named_rules(), game.named_rules(), parameter_meanings(game)
    lines = [
        f"- **{name}** is {values[name]}, usually {usual[name]}: {meanings.get(name, UNKNOWN)}"
        for name in values
        if values[name] != usual[name]
    ]
    return "\n".join(["# Your variant", "", *lines, "", "The rules below have the usual numbers.", "", ""])


def parameter_meanings(game: Game) -> dict[str, str]:
    """What each parameter changes, as the rulebook says it."""
    try:
        text = game.rulebook()
    except (OSError, ValueError):  # the folder of a game from another package may be incomplete
        return {}
    return {name: meaning for name, meaning in ROW.findall(text) if name in game.rules._fields}
