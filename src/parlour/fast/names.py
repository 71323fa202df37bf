"""The names that compiled loops take from the rules of a game; `build.py` puts the real ones in their place."""

from typing import Any, Protocol

cuda: Any  # the compiler for cards, and its kinds of integers
int32: Any
int64: Any


class State(Protocol):
    winner: int

    def __len__(self) -> int: ...
    def __getitem__(self, place: int) -> int: ...


def start(rules: Any) -> State: ...  # type: ignore[empty-body]
def to_act(rules: Any, state: State) -> int: ...  # type: ignore[empty-body]
def options(rules: Any, state: State, player: int) -> int: ...  # type: ignore[empty-body]
def option(rules: Any, state: State, player: int, k: int) -> int: ...  # type: ignore[empty-body]
def play(rules: Any, state: State, first: int, second: int) -> State: ...  # type: ignore[empty-body]
def shown(rules: Any, state: State) -> State: ...  # type: ignore[empty-body]


def load(table: Any, k: int) -> State: ...  # type: ignore[empty-body]


def both_at_random(  # type: ignore[empty-body]
    rules: Any, state: State, actor: int, low: int, high: int, turn: int
) -> tuple[int, int]: ...


def must_wait(secret: bool) -> bool: ...  # type: ignore[empty-body]


def whole(value: int) -> int: ...  # type: ignore[empty-body]  # an element of an array as a plain integer


def store(table: Any, k: int, state: State) -> None: ...  # the other way round
