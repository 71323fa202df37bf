"""Policies in both directions: ours for OpenSpiel's algorithms, and OpenSpiel's judged exactly.

OpenSpiel's policies may depend on every choice so far. All choices are public, so the best reply after each history
can be found by itself, from the end of the game backwards. That is exact, and visits every history once.
"""

from itertools import product
from typing import Any

import numpy as np
from open_spiel.python.policy import Policy

from parlour.envs.openspiel import PREFIX, TENSOR_TURNS, OpenSpielState
from parlour.games.catalogue import game as find_game
from parlour.games.contract import State
from parlour.games.errors import ParlourError, TooLarge
from parlour.games.game import Game
from parlour.solver.policies.strategies import PolicyLike, as_strategy

MAX_HISTORIES = 2_000_000  # one to two minutes
Position = tuple[State, tuple[int, ...]]  # with the first player's action in the middle of a secret round


class FromParlour(Policy):  # type: ignore[misc]  # OpenSpiel has no types
    """One of our policies, such as `solution.policy`, for one of our games in OpenSpiel or for its turn-based form.

    A policy is a function, a mapping, a player with `mix`, or `parlour.batched(function)`.
    """

    def __init__(self, game: Any, policy: PolicyLike) -> None:
        super().__init__(game, [0, 1])
        self._rules = rules_of(game)
        self.strategy = as_strategy(policy)
        self._known: dict[tuple[int, ...], Position] = {(): (self._rules.start(), ())}

    def action_probabilities(self, state: Any, player_id: int | None = None) -> dict[int, float]:
        player = state.current_player() if player_id is None else player_id
        at = state.at.state if isinstance(state, OpenSpielState) else self._position(tuple(state.history()))[0]
        return {**dict.fromkeys(state.legal_actions(player), 0.0), **self.strategy.mix(self._rules, at, player)}

    def _position(self, history: tuple[int, ...]) -> Position:
        """The position after these actions, in the turn-based form."""
        if history not in self._known:
            before, action = self._position(history[:-1]), history[-1]
            self._known[history] = after(self._rules, before, action)
        return self._known[history]


def after(game: Game, position: Position, action: int) -> Position:
    state, begun = position
    if not begun and len(game.to_act(state)) == 2:
        return state, (action,)
    return game.play(state, begun[0] if begun else action, action), ()


def exploitability(game: Any, policy: Any, *, anyway: bool = False) -> float:
    """The gain of best replies against a policy of OpenSpiel that plays both sides, averaged over the two sides.

    `game` is one of our games in OpenSpiel, or its turn-based form, and the policy is for that form: a `Policy` of
    OpenSpiel in Python or C++. 0 is perfect play, as in `parlour.exploitability`; a game that is cut off is a draw.

    A game with more than two million courses of play raises `TooLarge`, unless `anyway`.
    """
    rules, root = rules_of(game), game.new_initial_state()
    if not anyway:
        check_histories(rules, int(parameters_of(game).get("max_turns", TENSOR_TURNS)))
    first, second = replies(rules, policy, root, rules.start())
    return (first - second) / 2


def check_histories(game: Game, max_turns: int) -> None:
    """Raises TooLarge if there are too many histories to visit."""
    known: dict[tuple[State, int], int] = {}

    def histories(state: State, turns: int) -> int:
        """How many ways lead from this state to the end of the game."""
        if game.is_over(state) or turns == 0:
            return 1
        if (state, turns) not in known:
            first, second = (game.actions(state, player) or (0,) for player in (0, 1))
            found = 0
            for one, other in product(first, second):
                found += histories(game.play(state, one, other), turns - 1)
                if found > MAX_HISTORIES:
                    reason = f"play in {game!r} can take more than {MAX_HISTORIES:,} courses, and each is visited"
                    raise TooLarge(f"{reason}; to wait for it, give anyway=True")
            known[state, turns] = found
        return known[state, turns]

    histories(game.start(), max_turns)


def replies(game: Game, policy: Any, node: Any, state: State) -> tuple[float, float]:
    """The first player's result if they reply as well as possible to the policy, and if the second player does."""
    if node.is_terminal():
        result = float(node.returns()[0])
        return result, result
    actors = game.to_act(state)
    if len(actors) == 1:
        chances = chances_at(policy, node, actors[0])
        after = {action: game.play(state, action, action) for action in chances}
        values = np.array([replies(game, policy, node.child(action), after[action]) for action in chances])
        followed = values.T @ np.array(list(chances.values()))
        best = (values[:, 0].max(), followed[1]) if actors[0] == 0 else (followed[0], values[:, 1].min())
        return float(best[0]), float(best[1])
    together = node.is_simultaneous_node()
    first = chances_at(policy, node, 0)
    halves = {action: node if together else node.child(action) for action in first}
    second = chances_at(policy, next(iter(halves.values())), 1)
    table = np.zeros((len(first), len(second), 2))
    for i, one in enumerate(first):
        for j, other in enumerate(second):
            if first[one] or second[other]:  # otherwise neither reply can meet it
                following = halves[one].clone() if together else halves[one].child(other)
                if together:
                    following.apply_actions([one, other])
                table[i, j] = replies(game, policy, following, game.play(state, one, other))
    by_first = table[:, :, 0] @ np.array(list(second.values()))
    by_second = np.array(list(first.values())) @ table[:, :, 1]
    return float(by_first.max()), float(by_second.min())


def chances_at(policy: Any, node: Any, player: int) -> dict[int, float]:
    """The chance of every legal action."""
    try:
        if isinstance(policy, Policy):
            asked = policy.action_probabilities(node, player)
        else:  # in C++
            asked = dict(policy.get_state_policy(node, player))
    except (KeyError, RuntimeError) as error:  # of a table in Python or C++
        reason = "a policy for a game and one for its turn-based form know other states"
        raise ParlourError(f"the policy does not know player {player} at {node}; {reason}: {error}") from error
    chances = {action: float(asked.get(action, 0.0)) for action in node.legal_actions(player)}
    total = sum(chances.values())
    if not abs(total - 1.0) < 1e-6:
        raise ParlourError(f"the chances of player {player} at {node} sum to {total:.6g}, not to 1")
    return chances


def rules_of(game: Any) -> Game:
    """The `Game` behind one of our games in OpenSpiel, or behind its turn-based form."""
    inner = parameters_of(game)
    name = str(inner["name"]) if "name" in inner else game.get_type().short_name
    if not name.startswith(PREFIX):
        raise ParlourError(f"{name} is not one of Parlour's games")
    rules = {key: value for key, value in inner.items() if key not in ("name", "max_turns")}
    return find_game(name.removeprefix(PREFIX).replace("_", "-"), **rules)


def parameters_of(game: Any) -> dict[str, Any]:
    """Those of one of our games, also in its turn-based form, which has it as a parameter."""
    parameters = dict(game.get_parameters())
    return dict(parameters.get("game", parameters | {"name": game.get_type().short_name}))
