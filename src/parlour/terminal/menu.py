"""The menu: which game, against whom, in which seat."""

from __future__ import annotations

from typing import NamedTuple

from parlour.games.catalogue import game as find_game
from parlour.games.catalogue import games
from parlour.games.errors import ParlourError
from parlour.games.vocabulary import Question, Span, amounts
from parlour.players import named
from parlour.terminal.commands import allowed
from parlour.terminal.console import Console


class Selection(NamedTuple):
    game: str
    seats: tuple[str, str]


def select(console: Console) -> Selection | None:
    """Ask what to play; None if the user leaves."""
    game = select_game(console)
    if game is None:
        return None
    opponents = list(named())
    lines = ["", "Who plays?", "  1. Two people at this keyboard"]
    lines += [f"  {number}. You against {name} ({named()[name]})" for number, name in enumerate(opponents, start=2)]
    opponent = select_number(console, lines, len(opponents) + 1)
    if opponent is None:
        return None
    if opponent == 1:
        return Selection(game, ("human", "human"))
    computer = opponents[opponent - 2]
    players = find_game(game).words.PLAYERS
    lines = ["", "Which seat do you take?"]
    lines += [f"  {number}. {name}" for number, name in enumerate(players, start=1)]
    seat = select_number(console, lines, 2)
    if seat is None:
        return None
    return Selection(game, ("human", computer) if seat == 1 else (computer, "human"))


def select_game(console: Console) -> str | None:
    playable = []
    console.say("")
    console.draw([(Span("Parlour", "strong"), Span(" - two-player strategy games", "dim"))])
    lines = []
    for name in games():
        try:
            words = find_game(name).words
        except ParlourError as error:  # a broken game from another package must not hide the others
            lines.append(f"  -. {name}: {error}")
            continue
        playable.append(name)
        lines.append(f"  {len(playable)}. {words.TITLE:<16} {words.TAGLINE}")
    number = select_number(console, ["", *lines], len(playable))
    return playable[number - 1] if number else None


def select_number(console: Console, lines: list[str], highest: int) -> int | None:
    """Ask for a number from 1 to `highest`; None if the user leaves."""
    console.say(*lines)
    question = Question(0, f"Choose 1-{highest}, or q to leave: ", amounts(1, highest))
    while True:
        typed = console.read(question.prompt).strip()
        if typed in question.answers:
            return int(typed)
        if typed.lower() in ("q", "quit"):
            return None
        console.discard_input()
        console.say(f"Please type {allowed(question)}, or q.")
