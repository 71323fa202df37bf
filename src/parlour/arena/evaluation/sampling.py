"""Positions to ask about, drawn from a named distribution. Each drawing is independent of the others."""

from collections.abc import Iterable, Iterator
from itertools import product
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from parlour.arena.evaluation.subject import EvaluationSubject, conditions, freeze_player
from parlour.arena.harness.frozen import differences
from parlour.arena.harness.played import PlayedMatch
from parlour.arena.statistics.losses import phase
from parlour.arena.tournament.plan import read_frozen_plan
from parlour.arena.tournament.results import read_results
from parlour.games.errors import ParlourError
from parlour.games.game import Game
from parlour.games.line import Choices, Line
from parlour.match.match import Match, View
from parlour.players.basic import Perfect
from parlour.players.driver import finish_match, play_match
from parlour.solver.memory import solution_of
from parlour.solver.review import forfeit_loss
from parlour.solver.states.explorer import Explorer
from parlour.solver.states.stage import outcomes_of

SAMPLED_TURNS = 200  # of a match from which positions are drawn, at most; perfect players may continue for ever
AT_ONCE = 2_000_000  # outcomes that are tabulated at the same time
UNKNOWN = -1
DISTRIBUTIONS = {
    "perfect": "Positions that perfect play meets, one from each match of the perfect player against itself.",
    "own": "Positions that the player itself meets, one from each of its own matches.",
    "uniform": "All positions that can be reached, each as likely as any other.",
}


class SampledPosition(NamedTuple):
    """A position in which a player has a choice: the turns that lead to it, the player, and the phase of the match."""

    line: Line
    player: int
    phase: str

    def view(self) -> View:
        return Match.at(self.line).view(self.player)

    def loss(self, action: int | None) -> float:
        """The loss of a choice. Without one the match is forfeited: all that the position was worth is lost."""
        solution, state = solution_of(self.line.game), self.line.state
        if action is None:
            return forfeit_loss(solution, state, self.player)
        return solution.loss(state, self.player, action)


def positions_met_by(name: str, game: Game, seed: int) -> Iterator[SampledPosition]:
    """An endless sample of positions that a player of the roster meets in matches against itself.

    Detours that led back to a state are left out.
    """
    for number in range(2**32):
        random = Random(f"{seed}/{name}/{number}")
        line = play_match(game, name, name, seed=random.getrandbits(32), max_turns=SAMPLED_TURNS).line
        choices = free_choices(line)
        if not choices:
            raise ParlourError(f"a match of {game!r} left no player a choice: there is nothing to ask")
        turn, player = random.choice(choices)
        yield SampledPosition(without_detours(line.take_back(len(line) - turn)), player, phase(turn, len(line)))


def without_detours(line: Line) -> Line:
    """A way to the same state that meets no state twice."""
    kept: list[Choices] = []
    met: dict[Any, int] = {line.states[0]: 0}  # states, and how many turns lead to each
    for choices, after in zip(line.choices, line.states[1:], strict=True):
        kept.append(choices)
        if after in met:
            del kept[met[after] :]
            met = {state: count for state, count in met.items() if count <= len(kept)}
        met[after] = len(kept)
    return Line(line.game, kept)


def positions_in_matches(matches: Iterable[PlayedMatch], name: str, seed: int) -> Iterator[SampledPosition]:
    """One position from each of these matches, in an order that depends on the seed."""
    random = Random(f"{seed}/own")
    sample = []
    for match in matches:
        seat = match.players.index(name)
        turns = [turn for turn, player in free_choices(match.line) if player == seat]
        if turns:
            turn = random.choice(turns)
            length = len(match.line)
            sample.append(SampledPosition(match.line.take_back(length - turn), seat, phase(turn, length)))
    random.shuffle(sample)
    return iter(sample)


def positions_in_run(subject: EvaluationSubject, folder: Path) -> Iterator[SampledPosition]:
    """One position from each match of a tournament in which this player, under any name, played this game.

    A player with other settings is another one: it may meet other positions.
    """
    results = read_results(folder)
    now, found, others = freeze_player(subject), list[SampledPosition](), list[str]()
    for before in read_frozen_plan(folder)["players"]:
        if before["player"] != subject.player:
            continue
        name, settings = before["name"], conditions(before["player"], before["settings"])
        changed = [sentence for _, sentence in differences({**before, "name": now["name"], "settings": settings}, now)]
        others += changed
        if not changed:
            own = [each for each in results.matches if each.line.game == subject.game and name in each.players]
            found += positions_in_matches(own, name, subject.seed)
    if not found:
        why = f" with these settings: {'; '.join(others)}" if others else ""
        raise ParlourError(f"{folder} has no matches of {subject.player} in {subject.game!r}{why}")
    return iter(found)


def reachable_positions(game: Game, seed: int) -> Iterator[SampledPosition]:
    """An endless sample of all positions that can be reached, each with as few turns as possible."""
    known = ShortestLines(game)
    for number in range(2**32):
        random = Random(f"{seed}/uniform/{number}")
        drawn = random.randrange(known.states.count)
        state = known.states.state(drawn)
        players = [player for player in game.to_act(state) if not game.is_forced(state, player)]
        if players:
            line, player = known.to(drawn), random.choice(players)
            match = Match.at(line, seed=number)
            finish_match(match, Perfect(), Perfect(), SAMPLED_TURNS)  # its length says which phase this is
            yield SampledPosition(line, player, phase(len(line), len(match.line)))


def free_choices(line: Line) -> list[tuple[int, int]]:
    """Where a player can choose between actions: the number of the turn, from 0, and the player."""
    game = line.game
    return [
        (number, player)
        for number, turn in enumerate(line.turns)
        for player in turn.actors
        if not game.is_forced(turn.before, player)
    ]


class ShortestLines:
    """The shortest line to every state of a game: a state before each, and the outcome that leads from there."""

    def __init__(self, game: Game) -> None:
        self.game = game
        # In the order in which they are found: it decides which positions a seed draws.
        self.states = Explorer(game)
        self.states.explore(game.start())
        self._before = np.full(self.states.count, UNKNOWN, np.int32)
        self._outcome = np.zeros(self.states.count, np.int64)
        self._start = self.states.number(game.start())
        self._before[self._start] = self._start
        found = np.array([self._start], np.int32)
        while len(found):  # breadth first
            sizes = np.cumsum(self.states.sizes[found])
            parts = np.split(found, np.flatnonzero(np.diff(sizes // AT_ONCE)) + 1)
            found = np.concatenate([self._follow(part) for part in parts])

    def to(self, number: int) -> Line:
        turns: list[Choices] = []
        while number != self._start:
            before = int(self._before[number])
            turns.append(self._choices(before, int(self._outcome[number])))
            number = before
        return Line(self.game, reversed(turns))

    def _follow(self, found: NDArray[np.int32]) -> NDArray[np.int32]:
        """Marks the successors of these states, and returns the new ones."""
        games = outcomes_of(self.states, found)
        new = np.flatnonzero((games.outcomes >= 0) & (self._before[games.outcomes] == UNKNOWN))
        after, first = np.unique(games.outcomes[new], return_index=True)
        cells = new[first]
        owners = np.searchsorted(games.cells, cells, side="right") - 1
        self._before[after] = found[owners]
        self._outcome[after] = cells - games.cells[owners]
        return after

    def _choices(self, number: int, outcome: int) -> Choices:
        state = self.states.state(number)
        actions = [self.game.actions(state, player) for player in self.game.to_act(state)]
        return list(product(*actions))[outcome]
