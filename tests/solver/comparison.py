"""Compares the solver and compiled play with independent calculations; every disagreement is one line of text."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

from solver import exact_reference as exact
from solver import reference

import parlour
from parlour.fast import Batch, random_game, random_games
from parlour.games.game import Game
from parlour.solver.solution import Solution

PRECISE = 1e-9  # how close the value of a best response must be
LINEAR_PROGRAM = 1e-7  # how close a linear program is
TURNS = 40  # after which random games are cut off


def solution_errors(solution: Solution, graph: exact.Graph) -> Iterator[str]:
    """What is wrong about a solution: bounds that are false, if only by rounding, and wrong values."""
    game = solution.game
    below, above = (exact.guarantees(game, solution.policy, player, graph) for player in (0, 1))
    known: dict[Any, Any] = {}
    if all(len(game.to_act(state)) == 1 for state in graph.states):
        known = exact.values_in_turn(game, graph)
    elif not exact.cyclic(graph):
        known = reference.values(game)
    for number, state in enumerate(graph.states):
        (lower, upper), value = solution.bounds(state), solution.value(state)
        if lower > below[state]:
            yield f"state {number}: lower bound {lower!r} is false by {float(lower - below[state]):.2g}"
        if upper < -above[state]:
            yield f"state {number}: upper bound {upper!r} is false by {float(-above[state] - upper):.2g}"
        if not lower <= value <= upper:
            yield f"state {number}: value {value!r} is outside its bounds"
        if state in known and abs(value - known[state]) > max(LINEAR_PROGRAM, upper - lower):
            yield f"state {number}: value {value!r} should be {float(known[state])!r}"
        if state in known and not lower - LINEAR_PROGRAM <= known[state] <= upper + LINEAR_PROGRAM:
            yield f"state {number}: the bounds {lower!r} to {upper!r} exclude the value {float(known[state])!r}"


def response_errors(game: Game, graph: exact.Graph, policy: exact.Policy) -> Iterator[str]:
    """What is wrong about best responses to a policy.

    The value is what following the response gets. It is the best value, unless the response says that it may not be:
    then the best value is at most its limit.
    """
    start: Any = game.start()
    total = 0.0
    for player in (0, 1):
        expected = exact.best_response_values(game, policy, player, graph)[start]
        response = parlour.best_response(game, policy, player)
        total += response.value
        if abs(response.value - expected) > PRECISE and response.at_most <= response.value + PRECISE:
            yield f"player {player}: best response {response.value!r} should be {float(expected)!r}"
        if response.at_most < expected:
            excess = float(expected - response.at_most)
            yield f"player {player}: the limit {response.at_most!r} is false by {excess:.2g}"
        first, second = (response.policy, policy) if player == 0 else (policy, response.policy)
        played = exact.values_of_play(game, first, second, graph)[start] * (1 if player == 0 else -1)
        if abs(played - response.value) > PRECISE:
            yield f"player {player}: following the response gets {float(played)!r}, not {response.value!r}"
    exploitability = parlour.exploitability(game, policy)
    if abs(exploitability - total / 2) > PRECISE:
        yield f"exploitability {exploitability!r} should be {total / 2!r}"


def play_errors(game: Game, seed: int, count: int = 8) -> Iterator[str]:
    """Where compiled games differ from interpreted ones."""
    results = random_games(game, count, seed, max_turns=TURNS, threads=1)
    winners = [random_game(game, number, seed, max_turns=TURNS).state.winner for number in range(count)]
    counted = (results.unfinished, results.first_wins, results.second_wins, results.draws)
    if counted != tuple(winners.count(winner) for winner in range(4)):
        yield f"random games of seed {seed}: compiled {counted}, interpreted {winners}"
    batch = Batch(game, count, seed, restart=False, max_turns=TURNS)
    states: list[Any] = [game.start()] * count
    for turn in range(6):
        actions = batch.random_actions().copy()
        masks = batch.legal
        for slot, state in enumerate(states):
            legal = [masks[slot, player].nonzero()[0].tolist() for player in (0, 1)]
            if legal != [list(game.actions(state, player)) for player in (0, 1)]:
                yield f"batch of seed {seed}, turn {turn}, slot {slot}: legal actions {legal}"
            if not game.is_over(state):
                states[slot] = game.play(state, *(int(action) for action in actions[slot]))
        batch.step(actions)
        for slot, state in enumerate(states):
            if batch.state(slot) != state:
                yield f"batch of seed {seed}, turn {turn}, slot {slot}: {batch.state(slot)} should be {state}"


def uniform(count: int, _: random.Random) -> list[float]:
    return [1 / count] * count


def coarse(count: int, generator: random.Random) -> list[float]:
    """Multiples of 1/4."""
    drawn = [generator.randrange(count) for _ in range(4)]
    return [drawn.count(k) / 4 for k in range(count)]


def sparse(count: int, generator: random.Random) -> list[float]:
    """One or two actions."""
    drawn, share = [generator.randrange(count), generator.randrange(count)], generator.random()
    return [share * (drawn[0] == k) + (1 - share) * (drawn[1] == k) for k in range(count)]


def anything(count: int, generator: random.Random) -> list[float]:
    weights = [generator.expovariate(1) for _ in range(count)]
    return [weight / sum(weights) for weight in weights]


def tiny(count: int, generator: random.Random) -> list[float]:
    """Mostly one action, the others with chances as small as 1e-12."""
    weights = [10.0 ** -generator.choice((3, 6, 9, 12)) for _ in range(count)]
    weights[generator.randrange(count)] = 1.0
    return [weight / sum(weights) for weight in weights]


MIXES: dict[str, Callable[[int, random.Random], list[float]]] = {
    "uniform": uniform,
    "coarse": coarse,
    "sparse": sparse,
    "random": anything,
    "tiny": tiny,
}


def policy_of(game: Game, kind: str, seed: int) -> exact.Policy:
    """A policy of this kind; the same for the same arguments."""

    def policy(state: Any, player: int) -> dict[int, float]:
        actions = game.actions(state, player)
        mix = MIXES[kind](len(actions), random.Random(f"{seed} {kind} {tuple(state)} {player}"))
        return {action: chance for action, chance in zip(actions, mix, strict=True) if chance > 0}

    return policy
