"""The board of a position, in the form that fits the terminal."""

from __future__ import annotations

from collections.abc import Iterable

from parlour.coach.wording import Diagram
from parlour.games.contract import State
from parlour.games.game import Game
from parlour.games.vocabulary import Line
from parlour.terminal.console.console import Console
from parlour.terminal.console.format import wrapped


def board_lines(console: Console, game: Game, state: State) -> list[Line]:
    """The board; its narrow form if there is one and the terminal needs it. Plain lines keep one form."""
    lines = game.words.board(game.rules, state)
    narrow = getattr(game.words, "narrow_board", None)
    fits = all(sum(len(span.text) for span in line) <= console.width for line in lines)
    return list(lines if fits or narrow is None or console.plain else narrow(game.rules, state))


def say_text(console: Console, text: Iterable[str | Diagram]) -> None:
    """Show sentences, which are wrapped, and boards, which are not."""
    for part in text:
        if isinstance(part, Diagram):
            console.draw(board_lines(console, part.game, part.state))
        else:
            console.say(*wrapped(console, [part]))
