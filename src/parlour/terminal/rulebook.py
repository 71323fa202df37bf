"""Shows the rules of a game for players."""

from __future__ import annotations

from parlour.games.errors import reason
from parlour.games.game import Game
from parlour.terminal.console import Console


def show_rules(console: Console, game: Game) -> None:
    try:
        text = game.rulebook()
    except (OSError, ValueError) as error:  # the folder of a game from another package may be incomplete
        console.say(f"Sorry, the rules cannot be read: {reason(error)}.")
    else:
        console.page(text)
