"""The menu: which game, against whom, in which seat."""

from __future__ import annotations

from parlour.games.catalogue import game as find_game
from parlour.games.catalogue import games
from parlour.games.errors import ParlourError
from parlour.games.game import Game
from parlour.games.vocabulary import Question, Span, amounts
from parlour.players import named
from parlour.terminal.commands import allowed
from parlour.terminal.console import Console


class Leave(Exception):
    """The user leaves the menu."""


def select(console: Console) -> tuple[Game, tuple[str, str]]:
    """Ask what to play and who takes the two seats."""
    game, opponents = select_game(console), named()
    offers = [f"You against {name} ({description})" for name, description in opponents.items()]
    opponent = select_item(console, "Who plays?", ["Two people at this keyboard", *offers])
    if opponent == 0:
        return game, ("human", "human")
    computer = list(opponents)[opponent - 1]
    seat = select_item(console, "Which seat do you take?", list(game.words.PLAYERS))
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
    return playable[select_index(console, len(playable))]


def select_item(console: Console, title: str, items: list[str]) -> int:
    console.say("", title, *(f"  {number}. {item}" for number, item in enumerate(items, start=1)))
    return select_index(console, len(items))


def select_index(console: Console, count: int) -> int:
    """Ask for a number from 1 to `count`; return it less 1."""
    question = Question(0, f"Choose 1-{count}, or q to leave: ", amounts(1, count))
    while True:
        typed = console.read(question.prompt).strip()
        if typed in question.answers:
            return int(typed) - 1
        if typed.lower() in ("q", "quit"):
            raise Leave
        console.discard_input()
        console.say(f"Please type {allowed(question)}, or q.")
