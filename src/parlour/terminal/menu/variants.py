"""Changes the rules of a game, one parameter at a time, and says what each of them changes."""

from __future__ import annotations

import re
from contextlib import suppress

from parlour.games.catalogue import game as find_game
from parlour.games.errors import ParlourError
from parlour.games.game import Game
from parlour.terminal.console.choice import Back, explained, numbered, select_item
from parlour.terminal.console.console import Console
from parlour.terminal.console.typed import read_value
from parlour.terminal.play.rulebook import UNKNOWN, parameter_meanings

DONE = {"done": "play with these rules"}


def change_rules(console: Console, game: Game) -> Game:
    """Ask for parameters and values, until the person goes back."""
    meanings = parameter_meanings(game)
    while True:
        values = game.named_rules()
        items = {name: f"{name} = {values[name]}: {meanings.get(name, UNKNOWN)}" for name in values}
        console.tell("", "Which rule do you change?", *numbered(list(items.values())), *explained(DONE))
        try:
            name = select_item(console, items, DONE)
        except Back:
            return game
        if name == "done":
            return game
        with suppress(Back):
            game = ask_for_value(console, game, name, meanings.get(name, UNKNOWN))


def ask_for_value(console: Console, game: Game, name: str, meaning: str) -> Game:
    """The game with another value of this parameter; the same game if nothing is typed. Raises Back and Leave."""
    allowed = game.allowed_rules()[name]
    span = ", ".join(map(str, allowed)) if isinstance(allowed[0], str) else f"{allowed[0]} to {allowed[1]}"
    while True:
        prompt = f"{name} ({span}; Enter keeps {game.named_rules()[name]}): "
        typed = read_value(console, prompt, f"{name}: {meaning}.")
        if not typed:
            return game
        value = int(typed) if re.fullmatch(r"-?[0-9]{1,18}", typed) else typed.lower()
        try:
            return find_game(game.name, **{**game.named_rules(), name: value})
        except ParlourError as error:
            console.discard_input()
            console.tell(f"Sorry: {error}.")
