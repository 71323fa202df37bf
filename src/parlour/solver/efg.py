"""A game as a tree in the EFG format, which Gambit and OpenSpiel read.

Every path through the game is a branch of the tree, so only small games fit. In a secret round the first player chooses
before the second in the file, but the second player's nodes of that round form one information set.
"""

from collections.abc import Iterator
from itertools import count

from parlour.games.checks import at_least
from parlour.games.contract import State
from parlour.games.errors import ParlourError, TooLarge
from parlour.games.game import Game

MAX_NODES = 2_000_000  # a file of about 100 MB
OUTCOMES = {1: "{ 1, -1 }", 2: "{ -1, 1 }", 3: "{ 0, 0 }"}  # by winner; a game that is cut off is a draw
DRAW = 3


def efg(game: Game, max_turns: int | None = None) -> str:
    """The text of an EFG file. A game that may last forever needs `max_turns`; then it is cut off, which is a draw."""
    most = game.most_turns() if max_turns is None else at_least("max_turns", max_turns, 1)
    if most is None:
        raise ParlourError(f"{game.name} may last forever: give max_turns")
    players = " ".join(quote(name) for name in game.words.PLAYERS)
    try:
        nodes = list(Tree(game, most).nodes(game.start(), 0, ""))
    except RecursionError:
        raise TooLarge(f"{game!r} has games that are too long for a tree: give a smaller max_turns") from None
    return "\n".join([f"EFG 2 R {quote(repr(game))} {{ {players} }}", *nodes, ""])


class Tree:
    """Writes the nodes of a game in the order of the format: each node before what follows it."""

    def __init__(self, game: Game, max_turns: int) -> None:
        self.game, self.max_turns = game, max_turns
        self.written = 0
        self.sets = count(1), count(1)  # the numbers of each player's information sets

    def nodes(self, state: State, turn: int, history: str) -> Iterator[str]:
        game = self.game
        if game.is_over(state) or turn == self.max_turns:
            outcome = state.winner or DRAW
            yield self.line(f't "" {outcome} "" {OUTCOMES[outcome]}')
            return
        actors = game.to_act(state)
        if len(actors) == 1:
            yield self.choice(state, actors[0], history, next(self.sets[actors[0]]))
            for action in game.actions(state, actors[0]):
                yield from self.nodes(game.play(state, action, action), turn + 1, f"{history} {action}")
            return
        own, others = map(next, self.sets)
        yield self.choice(state, 0, history, own)
        for first in game.actions(state, 0):
            yield self.choice(state, 1, history, others)
            for second in game.actions(state, 1):
                yield from self.nodes(game.play(state, first, second), turn + 1, f"{history} {first}/{second}")

    def choice(self, state: State, player: int, history: str, number: int) -> str:
        actions = " ".join(quote(str(action)) for action in self.game.actions(state, player))
        return self.line(f'p "" {player + 1} {number} {quote(f"{player}:{history}")} {{ {actions} }} 0')

    def line(self, text: str) -> str:
        self.written += 1
        if self.written > MAX_NODES:
            raise TooLarge(f"{self.game!r} has more than {MAX_NODES:,} nodes as a tree")
        return text


def quote(text: str) -> str:
    return '"' + text.replace('"', "'") + '"'
