"""The contract of games: the functions and constants that every game provides.

A game is a package with `rules.py` (pure functions over plain integers), `words.py` (all text shown to players) and
`RULES.md` (the rules for players). It may have `drawing.py` (the board as a scene of shapes). The protocols below
describe the modules.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Protocol

from parlour.games.vocabulary import Line, Question

if TYPE_CHECKING:
    from parlour.games.scene import Scene


class State(Protocol):
    """A position between two turns: a NamedTuple of plain integers."""

    @property
    def winner(self) -> int: ...  # 0 until the game is over, then 1 or 2 for the player who won, 3 for a draw

    _fields: tuple[str, ...]

    def _asdict(self) -> dict[str, int]: ...
    def _replace(self, **fields: int) -> Any: ...
    def __iter__(self) -> Iterator[int]: ...
    def __hash__(self) -> int: ...


class RulesModule(Protocol):
    """`rules.py` of a game.

    It may also define:

    - `limits()`: the lowest and the highest `Rules`. Without it every parameter ranges from 0 to 10,000.
    - `shown(rules, state)`: the state with its hidden fields masked. Without it nothing is hidden. Masking a masked
      state again must not change it.
    - `mirror(rules, state)`: the state with the seats swapped: what belongs to one player now belongs to the other, and
      so do `winner` and other fields that name a player. Only for games that treat both seats alike, so that
      `mirror(start)` is `start`. It halves the time to solve them. The solver checks it in every state.
    - `actions(rules)`: how many action numbers there are, counted from 0. Environments and batches need it.
    - `most_turns(rules)`: how many turns the longest game takes; 0 if a game may last forever. Without it nothing is
      known. OpenSpiel's tensors have room for every turn, so they are smaller if it is known.
    """

    Rules: type[Any]  # the parameters of a variant: a NamedTuple of plain integers with defaults
    State: type[Any]

    def start(self, rules: Any) -> Any:
        """The state before the first turn."""

    def to_act(self, rules: Any, state: Any) -> int:
        """Who chooses: 0 when the game is over, 1 the first player, 2 the second, 3 both at once in secret."""

    def options(self, rules: Any, state: Any, player: int) -> int:
        """How many legal actions this player (0 or 1) has; asked only of a player who is to act."""

    def option(self, rules: Any, state: Any, player: int, k: int) -> int:
        """The k-th legal action, in ascending order; k starts at 0."""

    def play(self, rules: Any, state: Any, first: int, second: int) -> Any:
        """The next state. The action of a player who is not to act is ignored."""

    def bounds(self, rules: Any) -> tuple[Any, Any]:
        """The lowest and the highest value of every field of a state."""


class WordsModule(Protocol):
    """`words.py` of a game. It only ever gets states as `Game.shown` returns them.

    It may also define `map_fields(rules)`: the two fields of a state that are the axes of a map of values, and
    `narrow_board(rules, state)`: the board for terminals that are too narrow for `board`, if possible 40 columns.
    """

    TITLE: str
    TAGLINE: str  # one line for a menu
    PLAYERS: tuple[str, str]
    SECRET: bool  # whether the players ever choose at once in secret
    CHOICES: Mapping[str, tuple[str, ...]]  # names for the values 0, 1, 2, ... of a parameter

    def welcome(self, rules: Any) -> list[str]:
        """The lines that open the game."""

    def heading(self, rules: Any, state: Any, number: int, width: int) -> list[str]:
        """The lines before turn `number`, counted from 1, for a terminal of `width` columns."""

    def ask(self, rules: Any, state: Any) -> tuple[Question, ...]:
        """A question for each player to act, in the order in which they are asked."""

    def label(self, rules: Any, state: Any, player: int, action: int) -> str:
        """A short name of an action, for lists and histories: "bid 12"."""

    def events(self, rules: Any, before: Any, first: int, second: int, after: Any, you: tuple[int, ...]) -> list[str]:
        """The events of a turn. Players in `you` are addressed as "you", the others by name."""

    def ending(self, rules: Any, state: Any) -> list[str]:
        """The lines that close a finished game."""

    def board(self, rules: Any, state: Any) -> list[Line]:
        """The board as text, at most 78 columns wide."""


class DrawingModule(Protocol):
    """`drawing.py` of a game, which it need not have. It only ever gets states as `Game.shown` returns them."""

    def scene(self, rules: Any, state: Any) -> Scene:
        """The board as shapes, with the actions that clicking them means."""


SEATS: dict[int, tuple[int, ...]] = {0: (), 1: (0,), 2: (1,), 3: (0, 1)}  # the players that `to_act` stands for


def rewards(winner: int) -> tuple[int, int]:
    """Each player's reward for a `State.winner`: 1 for a win, -1 for a loss, 0 for a draw or an unfinished game."""
    return (1, -1) if winner == 1 else (-1, 1) if winner == 2 else (0, 0)
