"""`Line`: a game and the turns played so far. Everything that replays, reviews or counts a match goes through it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from parlour.games.contract import State
from parlour.games.errors import BadGame, IllegalAction, ParlourError

if TYPE_CHECKING:
    from parlour.games.game import Game

# END-1: a program that lets players play (a tournament, an environment, a server) stops a match after so many
# turns. It is then unfinished and counts as a draw. Two people at one keyboard are never stopped.
MAX_TURNS = 1_000

Choices: TypeAlias = tuple[int, ...]  # of one turn: an action for each player who acted, in the order of the seats


class Turn(NamedTuple):
    """One step of a game."""

    before: State
    actors: tuple[int, ...]  # the players who acted: one, or both in a secret round
    choices: Choices
    after: State

    @property
    def both(self) -> tuple[int, int]:
        """The actions as `play` of the rules takes them: one for each player. A single choice fills both places."""
        return self.choices[0], self.choices[-1]


class Line:
    """A game and the turns played so far. A line never changes: `play` and `take_back` return new lines."""

    __slots__ = ("_choices", "_game", "_states")

    def __init__(self, game: Game, turns: Iterable[Iterable[object]] = ()) -> None:
        """The line after these turns, each given by its choices. IllegalAction names the first that is not possible."""
        states, played = [game.start()], []
        for number, given in enumerate(turns, start=1):
            try:
                choices = game.check_choices(states[-1], tuple(given))
            except IllegalAction as error:
                raise IllegalAction(f"turn {number}: {error}") from None
            states.append(next_state(game, states[-1], choices))
            played.append(choices)
        self._game, self._states, self._choices = game, tuple(states), tuple(played)

    @property
    def game(self) -> Game:
        return self._game

    @property
    def choices(self) -> tuple[Choices, ...]:
        """The choices of every turn. With the game, they are all that a record needs."""
        return self._choices

    @property
    def states(self) -> tuple[State, ...]:
        """The start, and the state after each turn."""
        return self._states

    @property
    def state(self) -> State:
        return self._states[-1]

    @property
    def to_act(self) -> tuple[int, ...]:
        return self._game.to_act(self.state)

    @property
    def turns(self) -> tuple[Turn, ...]:
        """The turns so far, with everything in their states. `public_turns` is for people to see."""
        return self._between(self._states)

    @property
    def public_turns(self) -> tuple[Turn, ...]:
        """The turns as everyone saw them: hidden fields of the states are masked."""
        return self._between(tuple(map(self._game.shown, self._states)))

    def public_turn(self, index: int) -> Turn:
        """One of the public turns: 0 is the first, -1 the last."""
        number = range(len(self))[index]
        before, after = self._states[number : number + 2]
        return Turn(self._game.shown(before), self._game.to_act(before), self._choices[number], self._game.shown(after))

    def play(self, *choices: object) -> Line:
        """The line with one more turn: `play(2)`, or in a secret round `play(2, 3)`."""
        return self.advance(self._game.check_choices(self.state, choices))

    def advance(self, choices: Choices) -> Line:
        """The same for choices that are known to be legal."""
        return self._with((*self._states, next_state(self._game, self.state, choices)), (*self._choices, choices))

    def take_back(self, turns: int = 1) -> Line:
        """The line without its last turns."""
        if not 1 <= turns <= len(self):
            raise ParlourError(f"cannot take back {turns} of {len(self)} turns")
        return self._with(self._states[:-turns], self._choices[:-turns])

    def turns_to_take_back(self, player: int, skip_forced: bool = False) -> int:
        """How many turns to take back so that a player chooses again; 0 if there was no such choice.

        With `skip_forced`, that is a choice among two or more actions.
        """
        for length, state in enumerate(self._states[-2::-1], start=1):
            if player in self._game.to_act(state) and not (skip_forced and self._game.is_forced(state, player)):
                return length
        return 0

    def __len__(self) -> int:
        """How many turns were played."""
        return len(self._choices)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Line) and (self._game, self._choices) == (other._game, other._choices)

    def __hash__(self) -> int:
        return hash((self._game, self._choices))

    def __repr__(self) -> str:
        return f"<Line of {self._game!r}: {len(self)} turns, {self.state}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return Line, (self._game, self._choices)

    def _between(self, states: tuple[State, ...]) -> tuple[Turn, ...]:
        steps = zip(self._states, states, self._choices, states[1:], strict=False)
        return tuple([Turn(before, self._game.to_act(full), choices, after) for full, before, choices, after in steps])

    def _with(self, states: tuple[State, ...], choices: tuple[Choices, ...]) -> Line:
        line = Line.__new__(Line)
        line._game, line._states, line._choices = self._game, states, choices
        return line


def turn_events(game: Game, turn: Turn, you: tuple[int, ...] = ()) -> list[str]:
    """The events of a public turn, in words. Players in `you` are addressed as "you", the others by name."""
    return game.words.events(game.rules, turn.before, *turn.both, turn.after, you)


def next_state(game: Game, state: State, choices: Choices) -> State:
    """The state after legal choices. The error does not show the state, which could tell a secret."""
    after: State = game.module.play(game.rules, state, choices[0], choices[-1])
    if not game.holds(after):
        raise BadGame(f"the rules of {game.name} leave their own bounds; to see where: parlour check {game.folder}")
    return after
