"""What every game provides, and `Game`: the rules of one variant behind a door for people.

A game is a package with `rules.py` (pure functions over plain integers), `words.py` (everything it says) and
`RULES.md` (the rules for players). The protocols below are that contract; `Game` adds names, checks and errors.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Protocol, TypeAlias

from parlour.games.vocabulary import Line, Question


class State(Protocol):
    """Everything that is public between two decisions: a NamedTuple of plain integers."""

    @property
    def winner(self) -> int: ...  # 0 nobody yet, 1, 2, 3 a draw

    _fields: tuple[str, ...]

    def _asdict(self) -> dict[str, int]: ...
    def _replace(self, **fields: int) -> Any: ...
    def __iter__(self) -> Iterator[int]: ...


class Rules(Protocol):
    """The variant: a NamedTuple of plain integers, every one with its default."""

    _fields: tuple[str, ...]
    _field_defaults: dict[str, int]

    def _asdict(self) -> dict[str, int]: ...


class RulesModule(Protocol):
    """`rules.py` of a game. It may also define `limits()` and `shown(rules, state)`, described at `Game`."""

    Rules: type[Any]
    State: type[Any]

    def start(self, rules: Any) -> Any: ...
    def to_act(self, rules: Any, state: Any) -> int: ...
    def options(self, rules: Any, state: Any, player: int) -> int: ...
    def option(self, rules: Any, state: Any, player: int, k: int) -> int: ...
    def play(self, rules: Any, state: Any, first: int, second: int) -> Any: ...
    def bounds(self, rules: Any) -> tuple[Any, Any]: ...


class WordsModule(Protocol):
    """`words.py` of a game. States that reach it are as shown on the table (`Game.shown`).

    It may also define `map_fields(rules)`: the two fields of a state that a map of values is drawn over.
    """

    TITLE: str
    TAGLINE: str  # one line for a menu
    PLAYERS: tuple[str, str]
    SECRET: bool  # whether the players ever choose at once in secret
    CHOICES: Mapping[str, tuple[str, ...]]  # parameters whose values have names, in the order of their numbers

    def welcome(self, rules: Any) -> list[str]:
        """The lines that open the game."""

    def heading(self, rules: Any, state: Any, number: int, width: int) -> list[str]:
        """The lines before decision `number` (from 1), for a page of so many columns."""

    def ask(self, rules: Any, state: Any) -> tuple[Question, ...]:
        """A question for each player to act, in the order in which they are asked."""

    def label(self, rules: Any, state: Any, player: int, action: int) -> str:
        """A short name of an action, for lists and histories: "bid 12"."""

    def events(self, rules: Any, before: Any, first: int, second: int, after: Any, you: tuple[int, ...]) -> list[str]:
        """What a decision did. Players in `you` are spoken to, the others spoken of."""

    def ending(self, rules: Any, state: Any) -> list[str]:
        """The lines that close a finished game."""

    def board(self, rules: Any, state: Any) -> list[Line]:
        """The table as a picture of at most 78 columns."""


SEATS: dict[int, tuple[int, ...]] = {0: (), 1: (0,), 2: (1,), 3: (0, 1)}
Decision: TypeAlias = int | tuple[int, int]  # the action of the one player to act, or both actions of a secret round


def rewards(winner: int) -> tuple[int, int]:
    """The reward of each player for a `State.winner`: 1 for a win, -1 for a loss, 0 for a draw or an open game."""
    return (1, -1) if winner == 1 else (-1, 1) if winner == 2 else (0, 0)
