"""The menu: which game, against whom, in which seat."""

from __future__ import annotations

from collections.abc import Sequence

from parlour.games.catalogue import game as find_game
from parlour.games.catalogue import games
from parlour.games.errors import ParlourError
from parlour.games.game import Game
from parlour.games.vocabulary import Question, Span, amounts
from parlour.players import named
from parlour.terminal.commands import allowed, find
from parlour.terminal.console import Console


class Leave(Exception):
    """The user leaves the menu."""


def select(console: Console) -> tuple[Game, tuple[str, str]]:
    """Ask what to play and who takes the two seats."""
    game, opponents = select_game(console), named()
    offers = [f"You against {name} ({description})" for name, description in opponents.items()]
    people = ["Two people at this keyboard", *offers]
    opponent = select_item(console, "Who plays?", people, ["two people", *opponents])
    if opponent == 0:
        return game, ("human", "human")
    computer = list(opponents)[opponent - 1]
    seat = select_item(console, "Which seat do you take?", game.words.PLAYERS, game.words.PLAYERS)
    return game, ("human", computer) if seat == 0 else (computer, "human")


def select_game(console: Console) -> Game:
    console.say("")
    console.draw([(Span("Parlour", "strong"), Span(" - two-player strategy games", "dim")), ()])
    playable: list[Game] = []
    for name in games():
        try:
            playable.append(find_game(name))
            console.say(f"  {len(playable)}. {playable[-1].title:<16} {playable[-1].words.TAGLINE}")
        except ParlourError as error:  # a broken game from another package must not hide the others
            console.say(f"  -. {name}: {error}")
    return playable[select_index(console, [game.title for game in playable], [game.name for game in playable])]


def select_item(console: Console, title: str, items: Sequence[str], names: Sequence[str]) -> int:
    console.say("", title, *(f"  {number}. {item}" for number, item in enumerate(items, start=1)))
    return select_index(console, items, names)


def select_index(console: Console, items: Sequence[str], names: Sequence[str]) -> int:
    """Ask for the number of an item, counted from 1, its text or its name; return its index."""
    question = Question(0, f"Choose 1-{len(items)}, or q to leave: ", amounts(1, len(items)))
    words = {text: index for texts in (items, names, question.answers) for index, text in enumerate(texts)}
    while True:
        typed = console.read(question.prompt).strip()
        index = find(words, typed)
        if index is not None:
            return index
        if typed.lower() in ("q", "quit"):
            raise Leave
        console.discard_input()
        console.say(f"Please type {allowed(question)}, or q.")
