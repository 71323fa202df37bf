"""Exact answers about small games, in fractions and without any code of the solver.

A response to a fixed policy is a Markov decision process. Endless play is worth 0 (END-1), and it is possible only in
an *end component*: a set of states with choices that never leave it, each state reachable from the others. If each
maximal end component becomes one node that may also stop for 0, play ends whatever the choices, and policy iteration
finds the exact values.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, NamedTuple, TypeAlias

from solver import reference

from parlour.games.game import Game

Policy: TypeAlias = Callable[[Any, int], Mapping[int, Any]]  # the chances are floats or fractions
ZERO, ONE = Fraction(0), Fraction(1)


class Choice(NamedTuple):
    """What an option leads to."""

    payoff: Fraction  # the chance of winning at once, less the chance of losing at once
    chances: dict[int, Fraction]  # of each next state; what is missing to 1 ends the game


Process: TypeAlias = list[list[Choice]]  # the choices of each state


class Graph(NamedTuple):
    """Every state that play can reach, with its outcomes: the number of a state, or a result for the first player."""

    game: Game
    states: list[Any]
    actions: list[tuple[tuple[Any, ...], tuple[Any, ...]]]  # (None,) for a player who is not to act
    outcomes: list[list[list[int | Fraction]]]  # rows are the first player's actions


def graph_of(game: Game) -> Graph:
    states = reference.reachable(game)
    numbers = {state: number for number, state in enumerate(states)}

    def outcome(after: Any) -> int | Fraction:
        return Fraction(game.returns(after)[0]) if game.is_over(after) else numbers[after]

    outcomes = [[[outcome(after) for after in row] for row in reference.outcomes(game, state)] for state in states]
    actions = [(game.actions(state, 0) or (None,), game.actions(state, 1) or (None,)) for state in states]
    return Graph(game, states, actions, outcomes)


def mix_of(graph: Graph, policy: Policy, number: int, player: int) -> list[Fraction]:
    """The chance of each action as a fraction; floats that do not quite sum to 1 are scaled."""
    actions = graph.actions[number][player]
    if actions == (None,):
        return [ONE]
    given = policy(graph.states[number], player)
    assert set(given) <= set(actions)
    chances = [Fraction(given.get(action, 0)) for action in actions]
    total = sum(chances, ZERO)
    assert min(chances) >= 0
    assert abs(float(total) - 1) < 1e-6
    return [chance / total for chance in chances]


def choice_of(outcomes: list[int | Fraction], mix: list[Fraction], sign: int) -> Choice:
    payoff, chances = ZERO, dict[int, Fraction]()
    for outcome, chance in zip(outcomes, mix, strict=True):
        if not chance:
            continue
        if isinstance(outcome, Fraction):
            payoff += sign * chance * outcome
        else:
            chances[outcome] = chances.get(outcome, ZERO) + chance
    return Choice(payoff, chances)


def response_process(graph: Graph, policy: Policy, player: int) -> Process:
    """What each option of `player` leads to against an opponent who follows the policy."""
    process: Process = []
    for number, matrix in enumerate(graph.outcomes):
        mix = mix_of(graph, policy, number, 1 - player)
        rows = matrix if player == 0 else [list(column) for column in zip(*matrix, strict=True)]
        process.append([choice_of(row, mix, 1 if player == 0 else -1) for row in rows])
    return process


def best_response_values(game: Game, policy: Policy, player: int, graph: Graph | None = None) -> dict[Any, Fraction]:
    """The exact value of every state to `player`, who responds optimally to the policy."""
    graph = graph or graph_of(game)
    return dict(zip(graph.states, optimal_values(response_process(graph, policy, player)), strict=True))


def guarantees(game: Game, policy: Policy, player: int, graph: Graph | None = None) -> dict[Any, Fraction]:
    """Exactly what `player` gets in every state by following the policy, against an opponent who knows it."""
    responses = best_response_values(game, policy, 1 - player, graph)
    return {state: -value for state, value in responses.items()}


def exploitability(game: Game, policy: Policy) -> Fraction:
    start: Any = game.start()
    return sum((best_response_values(game, policy, player)[start] for player in (0, 1)), ZERO) / 2


def values_of_play(game: Game, first: Policy, second: Policy, graph: Graph | None = None) -> dict[Any, Fraction]:
    """The exact value of every state for the first player if both follow these policies."""
    graph = graph or graph_of(game)
    chain: list[Choice] = []
    for number, choices in enumerate(response_process(graph, second, 0)):
        mix = mix_of(graph, first, number, 0)
        payoff, chances = ZERO, dict[int, Fraction]()
        for share, choice in zip(mix, choices, strict=True):
            payoff += share * choice.payoff
            for after, chance in choice.chances.items():
                if share:
                    chances[after] = chances.get(after, ZERO) + share * chance
        chain.append(Choice(payoff, chances))
    endless = {state for component in end_components([[choice] for choice in chain]) for state in component}
    chain = [Choice(ZERO, {}) if number in endless else choice for number, choice in enumerate(chain)]
    return dict(zip(graph.states, chain_values(chain), strict=True))


def optimal_values(process: Process) -> list[Fraction]:
    """The highest value that choices can reach in every state."""
    components = end_components(process)
    node_of = {state: node for node, component in enumerate(components) for state in component}
    for state in range(len(process)):
        node_of.setdefault(state, len(components) + len(node_of) - sum(map(len, components)))
    nodes: Process = [[Choice(ZERO, {})] for _ in components]  # to stay forever is a draw
    nodes += [[] for _ in range(len(set(node_of.values())) - len(components))]
    for state, choices in enumerate(process):
        for number, choice in enumerate(choices):
            if node_of[state] < len(components) and number in components[node_of[state]][state]:
                continue
            chances: dict[int, Fraction] = {}
            for after, chance in choice.chances.items():
                chances[node_of[after]] = chances.get(node_of[after], ZERO) + chance
            nodes[node_of[state]].append(Choice(choice.payoff, chances))
    values = policy_iteration(nodes)
    return [values[node_of[state]] for state in range(len(process))]


def policy_iteration(process: Process) -> list[Fraction]:
    """The optimal values of a process without end components."""
    chosen = [choices[0] for choices in process]
    while True:
        values = chain_values(chosen)
        improved = False
        for state, choices in enumerate(process):
            best = max(choices, key=lambda choice: expected(choice, values))
            if expected(best, values) > values[state]:
                chosen[state] = best
                improved = True
        if not improved:
            return values


def expected(choice: Choice, values: list[Fraction]) -> Fraction:
    return choice.payoff + sum((chance * values[after] for after, chance in choice.chances.items()), ZERO)


def chain_values(chain: list[Choice]) -> list[Fraction]:
    """The value of every state of a Markov chain that ends with certainty: Gaussian elimination, state by state."""
    payoffs = [state.payoff for state in chain]
    chances = [dict(state.chances) for state in chain]
    for state in range(len(chain)):
        # Replace every earlier state by what it leads to, then solve for this one.
        for earlier in range(state):
            if share := chances[state].pop(earlier, ZERO):
                payoffs[state] += share * payoffs[earlier]
                for after, chance in chances[earlier].items():
                    chances[state][after] = chances[state].get(after, ZERO) + share * chance
        leaving = 1 - chances[state].pop(state, ZERO)
        payoffs[state] /= leaving
        chances[state] = {after: chance / leaving for after, chance in chances[state].items()}
    for state in reversed(range(len(chain))):
        payoffs[state] += sum((chance * payoffs[after] for after, chance in chances[state].items()), ZERO)
    return payoffs


def end_components(process: Process) -> list[dict[int, set[int]]]:
    """The maximal end components: for each state, the choices that stay inside."""
    found: list[dict[int, set[int]]] = []
    pending = [set(range(len(process)))]
    while pending:
        states = pending.pop()
        stays = {state: staying(process[state], states) for state in states}
        if all(stays.values()):
            links = {
                state: {after for number in stays[state] for after in process[state][number].chances}
                for state in states
            }
            parts = strongly_connected(links)
            if len(parts) == 1:
                found.append(stays)
            else:
                pending += parts
        elif kept := {state for state in states if stays[state]}:
            pending.append(kept)
    return sorted(found, key=min)


def staying(choices: list[Choice], states: set[int]) -> set[int]:
    """The choices that lead only into these states."""
    return {
        number
        for number, choice in enumerate(choices)
        if sum(choice.chances.values()) == 1 and choice.chances.keys() <= states
    }


def strongly_connected(links: dict[int, set[int]]) -> list[set[int]]:
    """The sets of states that reach each other."""
    reach = {state: reached(links, state) for state in links}
    parts: list[set[int]] = []
    for state in links:
        if not any(state in part for part in parts):
            parts.append({other for other in reach[state] if state in reach[other]})
    return parts


def reached(links: dict[int, set[int]], state: int) -> set[int]:
    found, pending = {state}, [state]
    while pending:
        new = links[pending.pop()] - found
        found |= new
        pending += new
    return found


def cyclic(graph: Graph) -> bool:
    """Whether play can return to a state."""
    links = {
        number: {cell for row in matrix for cell in row if isinstance(cell, int)}
        for number, matrix in enumerate(graph.outcomes)
    }
    return any(len(part) > 1 or any(state in links[state] for state in part) for part in strongly_connected(links))


def values_in_turn(game: Game, graph: Graph | None = None) -> dict[Any, Fraction]:
    """The values of a game in which one player acts at a time, by retrograde analysis."""
    graph = graph or graph_of(game)
    values: dict[int, Fraction] = {}
    changed = True
    while changed:
        changed = False
        for number, matrix in enumerate(graph.outcomes):
            if number in values:
                continue
            cells = [cell for row in matrix for cell in row]
            known = [cell if isinstance(cell, Fraction) else values.get(cell) for cell in cells]
            best = ONE if game.to_act(graph.states[number]) == (0,) else -ONE
            if best in known:
                values[number] = best
            elif all(value == -best for value in known):
                values[number] = -best
            changed |= number in values
    return {state: values.get(number, ZERO) for number, state in enumerate(graph.states)}


def values_if_cut_off(game: Game, turns: int, undecided: float) -> dict[Any, float]:
    """The value of every state, by linear programs, if the game is stopped after so many turns.

    With -1 for an undecided game this is at most the value, with 1 at least, and both draw nearer with every turn.
    """
    graph = graph_of(game)
    values = [undecided] * len(graph.states)
    for _ in range(turns):
        values = [
            reference.matrix_value(
                [[float(cell) if isinstance(cell, Fraction) else values[cell] for cell in row] for row in matrix]
            )
            for matrix in graph.outcomes
        ]
    return dict(zip(graph.states, values, strict=True))
