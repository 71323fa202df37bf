"""The names that loops and kernels take from the rules of a game and from the compiler.

`build.py` puts the real ones in their place. Like those files, this one is never imported: it tells readers and type
checkers what the names are.
"""

from collections.abc import Callable
from typing import Any, Protocol

cuda: Any  # the compiler for cards, and its kinds of integers
int32: Any
int64: Any


class State(Protocol):
    winner: int

    def __len__(self) -> int: ...
    def __getitem__(self, place: int) -> int: ...


# rules.py of the game
start: Callable[[Any], State]
to_act: Callable[[Any, State], int]
options: Callable[[Any, State, int], int]
option: Callable[[Any, State, int, int], int]
play: Callable[[Any, State, int, int], State]
shown: Callable[[Any, State], State]

# made for the game and the target
load: Callable[[Any, int], State]  # the state in row k of a table
store: Callable[[Any, int, State], None]  # the other way round
key: Callable[[State, Any, Any, Any], int]  # the number that the fields of a state make, or -1
cut: Callable[[State], State]  # a state of the target's integers, whatever kinds the rules arrived at
rules_from: Callable[[Any], Any]  # the rules from an array of their numbers
FIELDS: int  # of a state
COVERS: bool  # whether the rules may cover some of them
LANES: int  # games of a block
whole: Callable[[Any], int]  # an element of an array as an integer of the target
both_at_random: Callable[
    [Any, State, int, int, int, int], tuple[int, int]
]  # one of the two ways in slots.py, named by the loops
must_wait: Callable[[bool], bool]  # whether a thread in a secret round holds back
