"""A match: one game between two seats, played decision by decision."""

from __future__ import annotations

from copy import deepcopy
from random import Random
from typing import Any, Literal, NamedTuple

from parlour.games.checks import checked_seed
from parlour.games.contract import Decision, State
from parlour.games.errors import BadGame, IllegalAction, ParlourError
from parlour.games.game import Game
from parlour.match.seal import AlreadyChosen, Seal
from parlour.match.view import View


class Failure(NamedTuple):
    """The player who could not or did not want to continue, and why."""

    player: int
    reason: str


class Result(NamedTuple):
    outcome: Literal["running", "won", "drawn", "unfinished", "failed"]
    winner: int | None = None
    failure: Failure | None = None


class Step(NamedTuple):
    """A past decision. Hidden fields of the states are masked."""

    before: State
    actors: tuple[int, ...]
    first: int  # meaningless if this player was not to act, like `second`
    second: int
    after: State


class Match:
    """The state, the history, and the choices that stay sealed until both are in."""

    def __init__(self, game: Game, seats: tuple[str, str] = ("human", "human"), seed: int = 0) -> None:
        self.game = game
        self.seats = seats
        self.seed = checked_seed(seed)
        self.names: tuple[str, str] | None = None  # what to call the two sides, if people gave their names
        self.nonce = ""  # set it to make the random sources unpredictable from a record, which does not contain it
        self.undone = 0  # how often `undo` was called
        self.seals: dict[str, Any] | None = None  # what opens the commitments of a match that a server kept
        self._states = [game.start()]
        self._decisions: list[Decision] = []
        self._stopped: Result | None = None
        self._seal = Seal(game.to_act(self.state))

    @property
    def state(self) -> State:
        return self._states[-1]

    @property
    def decisions(self) -> tuple[Decision, ...]:
        return tuple(self._decisions)

    @property
    def to_act(self) -> tuple[int, ...]:
        """The players of the current decision, whether they have chosen or not; empty once the match has ended."""
        return () if self._stopped else self._seal.actors

    @property
    def result(self) -> Result:
        if self._stopped:
            return self._stopped
        if self.game.is_draw(self.state):
            return Result("drawn")
        winner = self.game.winner(self.state)
        return Result("running") if winner is None else Result("won", winner)

    def choose(self, player: int, action: object) -> bool:
        """Seal a choice. Return whether it completed the decision, which is then opened and played."""
        if self.game.checked_player(player) not in self.to_act:
            reason = "it is the other player's turn" if self.to_act else "the match is over"
            raise IllegalAction(f"{self.game.words.PLAYERS[player]} is not to act: {reason}")
        self._seal.put(player, self.game.checked_action(self.state, player, action))
        if not self._seal.is_complete:
            return False
        self._advance(*self._seal.open())
        return True

    def decide(self, decision: Decision) -> None:
        """Play a whole decision that is already public, for example from a record."""
        if self._stopped:
            raise IllegalAction("the match is over: no action is allowed")
        if self._seal.chosen:
            raise AlreadyChosen("a choice is sealed for this decision; it cannot be replaced")
        self._advance(*self.game.checked_decision(self.state, decision))

    def _advance(self, first: int, second: int) -> None:
        """Play actions that were checked. A single action fills both places."""
        state: State = self.game.module.play(self.game.rules, self.state, first, second)
        if not self.game.holds(state):
            raise BadGame(f"the rules of {self.game.name} leave their own bounds: {state}")
        self._decisions.append((first, second) if len(self._seal.actors) == 2 else first)
        self._states.append(state)
        self._seal = Seal(self.game.to_act(state))

    def stop(self, failure: Failure | None = None) -> None:
        """End the match before the game is over, because of a limit (END-1) or because a player failed."""
        if self.result.outcome == "running":
            self._stopped = Result("failed", None, failure) if failure else Result("unfinished")

    def concede(self, player: int, reason: str) -> None:
        """End the match with a win for the other player, because this one resigned or ran out of time."""
        if self.result.outcome == "running":
            self._stopped = Result("won", 1 - self.game.checked_player(player), Failure(player, reason))

    def view(self, player: int | None = None) -> View:
        """What a player may see, or a spectator if `player` is None."""
        game, actors = self.game, self.to_act
        chosen = self._seal.chosen if actors else ()
        actions: tuple[int, ...] = ()
        if player is not None and game.checked_player(player) in actors and player not in chosen:
            actions = game.actions(self.state, player)
        return View(game, player, game.shown(self.state), actors, chosen, actions, self.decisions)

    def step(self, index: int) -> Step:
        """One past decision as everybody saw it; -1 is the last one."""
        index = range(len(self._decisions))[index]
        before, decision, after = self._states[index], self._decisions[index], self._states[index + 1]
        first, second = decision if isinstance(decision, tuple) else (decision, decision)
        return Step(self.game.shown(before), self.game.to_act(before), first, second, self.game.shown(after))

    def steps(self) -> list[Step]:
        return [self.step(index) for index in range(len(self._decisions))]

    def chance(self, player: int) -> Random:
        """A player's random source for the current decision. It depends on the seed and the number of the decision.

        It changes when a decision is taken back, so that nobody can see a secret choice, undo it and answer it.
        """
        return random_source(self.seed, player, len(self._decisions), self.undone, self.nonce)

    def __copy__(self) -> Match:
        return deepcopy(self)  # copies must not share a history, and a sealed choice cannot be copied

    def undo(self, length: int) -> None:
        """Take back the last `length` decisions, and any sealed choice."""
        if not 1 <= length <= len(self._decisions):
            raise ParlourError(f"cannot take back {length} of {len(self._decisions)} decisions")
        del self._states[-length:], self._decisions[-length:]
        self.undone += 1
        self._stopped = None
        self._seal = Seal(self.game.to_act(self.state))


def random_source(seed: int, player: int, number: int, undone: int = 0, nonce: str = "") -> Random:
    """A player's random source for decision `number`, counted from 0."""
    return Random(f"{seed}/{player}/{number}/{undone}{nonce}")
