"""`Review`: the judgement of the choices of a line. It collects the losses that `Solution` calculates, and finds luck.

A turn can change the value of a position for two reasons. A choice may have a *loss*: its cost against perfect
play, judged before anything is revealed. And in a secret round the two choices may happen to meet well or badly: that
is *luck*.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from parlour.games.contract import State
from parlour.games.errors import ParlourError
from parlour.games.line import Line, Turn
from parlour.games.vocabulary import seen_by
from parlour.solver.solution import Solution, own_rows
from parlour.solver.states.stage import ROUNDING
from parlour.strategy import likely


class ReviewedChoice(NamedTuple):
    """One player's part of a turn."""

    player: int
    action: int
    loss: float
    best: dict[int, float]  # how a perfect player chooses: the chance of each action
    forced: bool  # whether there was no other action


class ReviewedTurn(NamedTuple):
    """One turn. Values are for the first player, each with the proved bounds that contain it."""

    number: int  # from 1
    before: State
    choices: tuple[ReviewedChoice, ...]  # of the players who acted
    after: State
    value: float
    bounds: tuple[float, float]
    value_after: float
    bounds_after: tuple[float, float]
    luck: float  # in a secret round, the part of the change of value that the losses do not explain

    @property
    def worst(self) -> ReviewedChoice:
        """The choice with the greater loss; the first player's if both lost the same."""
        first, last = self.choices[0], self.choices[-1]
        return last if last.loss > first.loss + ROUNDING else first


class Forfeit(NamedTuple):
    """A player who failed to choose lost everything that the position was worth."""

    player: int
    loss: float


class Review(NamedTuple):
    """The turns of a line, judged."""

    turns: tuple[ReviewedTurn, ...]
    forfeit: Forfeit | None = None

    def choices(self, player: int) -> list[tuple[ReviewedTurn, ReviewedChoice]]:
        """A player's choices, forced ones too, each with its turn."""
        return [(turn, choice) for turn in self.turns for choice in turn.choices if choice.player == player]

    def losses(self, player: int) -> list[float]:
        """The loss of each choice of a player among two or more actions, and of a forfeit. Forced choices do not count.

        Their mean is the player's *mean loss per choice*.
        """
        return [loss for _, loss in self.numbered_losses(player)]

    def numbered_losses(self, player: int) -> list[tuple[int, float]]:
        """The same losses, each with the number of its turn, from 1. A forfeit has the number after the last turn."""
        free = [(turn.number, choice.loss) for turn, choice in self.choices(player) if not choice.forced]
        if self.forfeit and self.forfeit.player == player:
            free.append((len(self.turns) + 1, self.forfeit.loss))
        return free

    def total_loss(self, player: int) -> float:
        return sum(self.losses(player))

    def mean_loss(self, player: int) -> float | None:
        """The mean loss per choice; None for a player who never had a choice."""
        losses = self.losses(player)
        return sum(losses) / len(losses) if losses else None

    @property
    def luck(self) -> float:
        """The luck of the first player in all secret rounds together."""
        return sum(turn.luck for turn in self.turns)

    @property
    def turning_point(self) -> ReviewedTurn | None:
        """The turn with the greatest loss, or the first of several; None if no choice lost anything."""
        found: ReviewedTurn | None = None
        for turn in self.turns:
            if turn.worst.loss > (found.worst.loss if found else 0.0) + ROUNDING:
                found = turn
        return found


class Reviewer:
    """Reviews lines of one game. It remembers the turns it has judged: tournaments repeat the same turns often."""

    def __init__(self, solution: Solution) -> None:
        self.solution = solution
        self._noise = max(ROUNDING, solution.certificate.widest)
        self._judged: dict[tuple[Any, tuple[int, ...]], ReviewedTurn] = {}

    def review(self, line: Line, forfeit: int | None = None) -> Review:
        """Judges every turn. `forfeit` is the player who failed to choose in the last position, if one did."""
        turns = [self._turn(turn)._replace(number=number) for number, turn in enumerate(line.turns, start=1)]
        failed = None if forfeit is None else Forfeit(forfeit, forfeit_loss(self.solution, line.state, forfeit))
        return Review(tuple(turns), failed)

    def _turn(self, turn: Turn) -> ReviewedTurn:
        solution, before, after = self.solution, turn.before, turn.after
        if (before, turn.choices) in self._judged:
            return self._judged[before, turn.choices]
        pairs = zip(turn.actors, turn.choices, strict=True)
        choices = tuple([judge(solution, before, player, action) for player, action in pairs])
        value, value_after = solution.value(before), solution.value(after)
        luck = value_after - value + choices[0].loss - choices[1].loss if len(choices) == 2 else 0.0
        luck = luck if abs(luck) > self._noise else 0.0
        bounds, bounds_after = solution.bounds(before), solution.bounds(after)
        judged = ReviewedTurn(0, before, choices, after, value, bounds, value_after, bounds_after, luck)
        self._judged[before, turn.choices] = judged
        return judged


def review(solution: Solution, line: Line, forfeit: int | None = None) -> Review:
    """Judges every turn of a line. `forfeit` is the player who failed to choose in the last position, if one did."""
    if line.game != solution.game:
        raise ParlourError(f"this is a solution of {solution.game!r}, not of {line.game!r}")
    return Reviewer(solution).review(line, forfeit)


def judge(solution: Solution, state: State, player: int, action: int) -> ReviewedChoice:
    """Judges one choice."""
    forced = solution.game.is_forced(state, player)
    best = likely(solution.policy(state, player))
    return ReviewedChoice(player, action, solution.loss(state, player, action), best, forced)


def mix_loss(solution: Solution, state: State, player: int, mix: Mapping[int, float]) -> float:
    """The cost of a mix: the value of the position minus the guarantee of the mix."""
    return max(0.0, seen_by(player, solution.value(state)) - guaranteed_value(solution, state, player, mix))


def guaranteed_value(solution: Solution, state: State, player: int, mix: Mapping[int, float]) -> float:
    """The value of a mix against its worst reply."""
    found, _ = solution.find(state)
    rows = own_rows(found.next_states(state).of(found.values), player)
    options = {action: option for option, action in enumerate(solution.game.actions(state, player))}
    return float(sum(chance * rows[options[action]] for action, chance in mix.items()).min())


def forfeit_loss(solution: Solution, state: State, player: int) -> float:
    """The loss of a player who fails to choose in this state: its whole value, down to a lost match."""
    return 1.0 + seen_by(player, solution.value(state))
