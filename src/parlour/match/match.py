"""A match: one game between two seats, played turn by turn.

A secret choice is sealed: it is written once, stays unreadable, and opens together with the other.
"""

from __future__ import annotations

from copy import deepcopy
from random import Random
from typing import Any, Literal, NamedTuple

from parlour.games.checks import check_seed
from parlour.games.contract import State
from parlour.games.errors import IllegalAction, ParlourError
from parlour.games.game import Game
from parlour.games.line import Choices, Line

HUMAN = "human"  # the seat of a person, in matches and records


class Failure(NamedTuple):
    """The player who could not or did not want to continue, and why."""

    player: int
    reason: str


class Result(NamedTuple):
    """How a match stands, or how it ended."""

    outcome: Literal["running", "won", "drawn", "unfinished", "failed"]
    winner: int | None = None
    failure: Failure | None = None


def result_of(game: Game, state: State) -> Result:
    """The result by the rules."""
    if game.is_draw(state):
        return Result("drawn")
    winner = game.winner(state)
    return Result("running") if winner is None else Result("won", winner)


class View(NamedTuple):
    """The knowledge of a player or a spectator about a match: these fields and nothing else."""

    game: Game
    player: int | None  # None for a spectator
    state: State  # with its hidden fields masked
    to_act: tuple[int, ...]
    chosen: tuple[int, ...]  # who has sealed a choice, never the choice
    actions: tuple[int, ...]  # the actions that this player may still choose
    choices: tuple[Choices, ...]  # of all past turns, which are public

    @classmethod
    def of(
        cls,
        game: Game,
        player: int | None,
        state: State,
        choices: tuple[Choices, ...],
        actors: tuple[int, ...],
        chosen: tuple[int, ...] = (),
    ) -> View:
        """The view of a position after these choices. Its hidden fields are masked."""
        waits = player in actors and player not in chosen
        actions = game.actions(state, player) if player is not None and waits else ()
        return cls(game, player, game.shown(state), actors, chosen, actions, choices)


class AlreadyChosen(ParlourError):
    """A player chose twice in the same turn. The first choice stands."""


class Seal:
    """The choices of one turn. Until all are in, you can only see who has chosen."""

    __slots__ = ("__choices", "actors")

    def __init__(self, actors: tuple[int, ...]) -> None:
        self.actors = actors
        self.__choices: dict[int, int] = {}

    @property
    def chosen(self) -> tuple[int, ...]:
        """The players who have chosen, in seat order: the order of choosing stays secret too."""
        return tuple(player for player in self.actors if player in self.__choices)

    @property
    def is_complete(self) -> bool:
        return len(self.__choices) == len(self.actors)

    def put(self, player: int, action: int) -> None:
        if player in self.__choices:
            raise AlreadyChosen(f"player {player} has already chosen; a sealed choice cannot be changed")
        self.__choices[player] = action

    def open(self) -> tuple[int, ...]:
        """The choices in the order of the seats. Raise ParlourError until all are in."""
        if not self.is_complete:
            raise ParlourError("the choices stay sealed until both are in")
        return tuple([self.__choices[player] for player in self.actors])

    def __repr__(self) -> str:
        return f"<Seal: chosen {self.chosen} of {self.actors}>"

    def __reduce__(self) -> tuple[type[Seal], tuple[tuple[int, ...]]]:
        if self.__choices:
            raise ParlourError("a sealed choice cannot be copied or stored")
        return Seal, (self.actors,)


class Match:
    """A line of play, two seats, and the choices that stay sealed until both are in."""

    def __init__(self, game: Game, seats: tuple[str, str] = (HUMAN, HUMAN), seed: int = 0) -> None:
        self.seats = seats
        self.seed = check_seed(seed)
        self.names: tuple[str, str] | None = None  # of the two sides, if people gave their names
        self.nonce = ""  # set it to make the random sources unpredictable from a record, which does not contain it
        self.taken_back = 0  # how often `take_back` was called
        self.seals: dict[str, Any] | None = None  # the openings of the commitments of a match that a server kept
        self._stopped: Result | None = None
        self.line = Line(game)

    @classmethod
    def at(cls, line: Line, seats: tuple[str, str] = (HUMAN, HUMAN), seed: int = 0) -> Match:
        """A match in which these turns have been played."""
        match = cls(line.game, seats, seed)
        match.line = line
        return match

    @property
    def game(self) -> Game:
        return self.line.game

    @property
    def line(self) -> Line:
        """The turns so far. You may assign another line, which discards sealed choices."""
        return self._line

    @line.setter
    def line(self, line: Line) -> None:
        self._line, self._seal = line, Seal(line.to_act)

    @property
    def people(self) -> tuple[int, ...]:
        """The seats of people."""
        return tuple(seat for seat in (0, 1) if self.seats[seat] == HUMAN)

    @property
    def state(self) -> State:
        return self.line.state

    @property
    def to_act(self) -> tuple[int, ...]:
        """The players of the current turn, whether they have chosen or not; empty once the match has ended."""
        return () if self._stopped else self._seal.actors

    @property
    def result(self) -> Result:
        return self._stopped or result_of(self.game, self.state)

    def choose(self, player: int, action: object) -> bool:
        """Seal a choice. Return whether it completed the turn, which is then opened and played."""
        if self.game.check_player(player) not in self.to_act:
            reason = "it is the other player's turn" if self.to_act else "the match is over"
            raise IllegalAction(f"{self.game.words.PLAYERS[player]} is not to act: {reason}")
        self._seal.put(player, self.game.check_action(self.state, player, action))
        if not self._seal.is_complete:
            return False
        self.line = self.line.advance(self._seal.open())
        return True

    def play(self, *choices: object) -> None:
        """Play a whole turn whose choices are already public, for example from a record."""
        if self._stopped:
            raise IllegalAction("the match is over: no action is allowed")
        if self._seal.chosen:
            raise AlreadyChosen("a choice is sealed for this turn; it cannot be replaced")
        self.line = self.line.play(*choices)

    def stop(self, failure: Failure | None = None) -> None:
        """End the match before the game is over, because of a limit (END-1) or because a player failed."""
        if self.result.outcome == "running":
            self._stopped = Result("failed", None, failure) if failure else Result("unfinished")

    def concede(self, player: int, reason: str) -> None:
        """End the match with a win for the other player, because this one resigned or ran out of time."""
        if self.result.outcome == "running":
            self._stopped = Result("won", 1 - self.game.check_player(player), Failure(player, reason))

    def take_back(self, turns: int = 1) -> None:
        """Take back the last turns, and any sealed choice."""
        self.line = self.line.take_back(turns)
        self.taken_back += 1
        self._stopped = None

    def view(self, player: int | None = None) -> View:
        """The view of a player, or of a spectator if `player` is None."""
        if player is not None:
            self.game.check_player(player)
        actors = self.to_act
        chosen = self._seal.chosen if actors else ()
        return View.of(self.game, player, self.state, self.line.choices, actors, chosen)

    def chance(self, player: int) -> Random:
        """A player's random source for the current turn. It depends on the seed and the number of the turn.

        It changes when a turn is taken back, so that a player cannot see a secret choice, take it back and answer it.
        """
        return random_source(self.seed, player, len(self.line), self.taken_back, self.nonce)

    def __copy__(self) -> Match:
        return deepcopy(self)  # a sealed choice cannot be copied


def random_source(seed: int, player: int, number: int, taken_back: int = 0, nonce: str = "") -> Random:
    """A player's random source for turn `number`, counted from 0."""
    return Random(f"{seed}/{player}/{number}/{taken_back}{nonce}")
