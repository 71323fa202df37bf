"""The protocol of players, the base class of players that choose from a mix, and how they read a view."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from random import Random
from typing import TYPE_CHECKING, Any, Protocol

from parlour.games.contract import State
from parlour.games.errors import ParlourError
from parlour.games.game import Game
from parlour.games.line import Line
from parlour.match.match import View
from parlour.strategy import Strategy

if TYPE_CHECKING:
    from parlour.solver.states.stage import Position


MODEL, PROGRAM = "openai:", "program:"  # the names of language models and of programs begin so
ADAPTIVE, READER = "adaptive", "reader"  # the terminal's opponents who know saved matches


class BadPlayer(ParlourError):
    """There is no such player, it has no `choose`, or it does not take these settings."""


class Unavailable(ParlourError):
    """The player cannot be reached at all, for example because the network is down. That is no forfeit."""


class Player(Protocol):
    """Anything with `choose`. It sees what its seat may see, and draws random numbers only from `random`.

    `Contestant` lists the optional parts of a player.
    """

    def choose(self, view: View, random: Random) -> int:
        """Returns one of `view.actions`."""


class Contestant:
    """Any player, with everything that a program may ask of one, whether the player has it or not."""

    def __init__(self, player: Player) -> None:
        self.player = player

    def choose(self, view: View, random: Random) -> int:
        return self.player.choose(view, random)

    @property
    def consults_solution(self) -> bool:
        """Whether the game has to be solved first."""
        return bool(getattr(self.player, "consults_solution", False))

    @property
    def has_known_mix(self) -> bool:
        """Whether it says how likely its choices are, and always chooses so: it is a policy."""
        return hasattr(self.player, "mix") and not getattr(self.player, "mix_varies", False)

    def take_calls(self) -> list[dict[str, Any]]:
        """The calls of a language model since the last time, for a ledger; none of other players."""
        calls: list[dict[str, Any]] = getattr(self.player, "take_calls", list)()
        return calls

    def fingerprint(self) -> Any:
        """The identity of the player besides its class and its settings; None if these say everything."""
        return getattr(self.player, "fingerprint", lambda: None)()

    def close(self) -> None:
        """Ends connections and processes of the player."""
        with suppress(Exception):  # a foreign player that fails now no longer matters
            getattr(self.player, "close", lambda: None)()


class MixedPlayer(Strategy):
    """A player that draws its actions from its mix. It is a policy for `parlour.exploitability`.

    A player that consults the solution is known by its class and its attributes. Its mixes are remembered, because
    tournaments come to the same positions again and again.
    """

    def mix(self, game: Game, state: State, player: int) -> Mapping[int, float]:
        if not self.consults_solution:
            return super().mix(game, state, player)
        from parlour.solver.memory import solution_of  # not at the top: it loads NumPy

        key = type(self), *vars(self).values(), state, player
        remembered = solution_of(game).remembered_mixes
        try:
            known: Mapping[int, float] | None = remembered.get(key)
        except TypeError:  # an attribute that cannot be hashed
            return super().mix(game, state, player)
        if known is None:
            known = remembered[key] = super().mix(game, state, player)
        return known

    def position(self, game: Game, state: State, player: int) -> Position:
        from parlour.solver.memory import solution_of  # not at the top: these load NumPy
        from parlour.solver.states.stage import Position

        return Position(game, state, player, solution_of(game) if self.consults_solution else None)

    def choose(self, view: View, random: Random) -> int:
        return draw(self.mix(view.game, position(view), seat_of(view)), random)


def is_player(thing: object) -> bool:
    """Whether this has `choose`. So have arrays, but theirs is another one."""
    return hasattr(thing, "choose") and not hasattr(thing, "__array__")


def draw(mix: Mapping[int, float], random: Random) -> int:
    """An action, drawn with the probabilities of the mix."""
    return random.choices(list(mix), list(mix.values()))[0]


def seat_of(view: View) -> int:
    if view.player is None:
        raise ParlourError("a spectator has nothing to choose")
    return view.player


def position(view: View) -> State:
    """The full state behind a view. Hidden fields follow from the choices, which are public."""
    game = view.game
    if not hasattr(game.module, "shown") or -1 not in (*view.state,):  # -1 stands for a hidden field
        return view.state
    return Line(game, view.choices).state
