"""What two policies score against each other, checked against plain recursion, sampled games and the solution."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np
import pytest
from solver.small_games import small_game

import parlour
from parlour.games.contract import State
from parlour.games.game import Game
from parlour.players import player
from parlour.players.basic import Careless, Perfect, Uniform
from parlour.solver.policies.matchup import matchup, matchups
from parlour.solver.states.stage import Stage, stages
from parlour.strategy import ask

NAMES = ("random", "easy", "medium", "hard", "perfect")
ACYCLIC = ("token-showdown", "color-capture", "resource-war")


def small(name: str) -> Game:
    return small_game(name, 300)


class Stubborn:
    """A policy that is not of our players' family: mostly the lowest action."""

    def mix(self, game: Game, state: State, player: int) -> Mapping[int, float]:
        actions = game.actions(state, player)
        return {action: 0.5**place for place, action in enumerate(actions[:-1], start=1)} | {
            actions[-1]: 0.5 ** (len(actions) - 1)
        }


def plain_value(game: Game, first: Any, second: Any) -> float:
    """The same by recursion over plain rules, for games without cycles."""

    @cache
    def value(state: Any) -> float:
        if game.is_over(state):
            return float(game.returns(state)[0])
        mixes = [
            policy.mix(game, state, seat) if seat in game.to_act(state) else {0: 1.0}
            for seat, policy in enumerate((first, second))
        ]
        return sum(
            chance * other * value(game.module.play(game.rules, state, action, reply))
            for action, chance in mixes[0].items()
            for reply, other in mixes[1].items()
        )

    start: Any = game.start()
    return value(start)


@pytest.mark.untraced
@pytest.mark.parametrize("name", ACYCLIC)
def test_the_same_as_plain_recursion(name: str) -> None:
    game = small(name)
    policies = [*map(player, NAMES), Stubborn()]
    pairs = [(one, other) for one in range(len(policies)) for other in range(len(policies))]
    for (one, other), met in zip(pairs, matchups(game, policies, pairs), strict=True):  # type: ignore[arg-type]
        assert met.expected == pytest.approx(plain_value(game, policies[one], policies[other]), abs=1e-9)


@pytest.mark.parametrize("name", ["token-tactics", "tower-siege"])
def test_values_of_cyclic_games_repeat_in_every_state(name: str) -> None:
    """Where play can cycle, the value of each state is the average over what follows."""
    game = small(name)
    for first, second in ((Uniform(), Careless(1.0)), (Careless(2.0), Stubborn())):
        met = matchup(game, first, second)
        for number in range(len(met.states)):
            state = met.states.state(number)
            mixes = [
                policy.mix(game, state, seat) if seat in game.to_act(state) else {0: 1.0}
                for seat, policy in enumerate((first, second))
            ]
            after = sum(
                chance * other * met.value(game.module.play(game.rules, state, action, reply))
                for action, chance in mixes[0].items()
                for reply, other in mixes[1].items()
            )
            assert met.value(state) == pytest.approx(after, abs=1e-9)


@pytest.mark.parametrize("name", ["token-tactics", "tower-siege"])
def test_sampled_games_agree(name: str) -> None:
    game, games = small(name), 400
    met = matchup(game, Careless(2.0), Uniform())
    scores = []
    for seed in range(games):
        result = parlour.play_match(game, Careless(2.0), "random", seed=seed).result
        scores.append(0.0 if result.winner is None else 1.0 - 2.0 * result.winner)
    error = np.std(scores) / games**0.5
    assert abs(np.mean(scores) - met.expected) < 4 * error + 1e-9


@pytest.mark.untraced
def test_endless_play_is_a_draw() -> None:
    """In Tower Siege both may rest forever."""
    game = parlour.game("tower-siege", tower=3)

    def rests(state: State, player: int) -> dict[int, float]:
        return {game.actions(state, player)[0]: 1.0}

    assert matchup(game, rests, rests).expected == 0.0


@pytest.mark.parametrize("name", parlour.game_names())
def test_perfect_players_score_the_value(name: str) -> None:
    game = small(name)
    low, high = parlour.solve(game).bounds(game.start())
    assert low - 1e-9 <= matchup(game, Perfect(), Careless(0.4)).expected
    assert matchup(game, Careless(0.4), Perfect()).expected <= high + 1e-9


@pytest.mark.parametrize("name", parlour.game_names())
def test_chances_and_losses_of_all_states_are_those_of_each_state(name: str) -> None:
    """Compiled for all states at once, against the NumPy version for one state."""
    game = small(name)
    solution = parlour.solve(game)
    players: list[Any] = [Uniform(), Careless(0.7), Perfect()]
    for stage in stages(solution.states.explorer, solution.proved):
        chances = [ask(each, stage) for each in players]
        for position, number in enumerate(stage.states.tolist()):
            state, place = solution.states.state(number), int(stage.outcomes.begins[position])
            for seat in (0, 1):
                options = slice(place, place + int(stage.outcomes.options[position, seat]))
                place = options.stop
                if seat not in game.to_act(state):
                    assert [list(each[options]) for each in chances] == [[1.0]] * 3
                    continue
                assert stage.losses[options] == pytest.approx(list(solution.losses(state, seat).values()), abs=1e-9)
                for each, found in zip(players, chances, strict=True):
                    mix = each.mix(game, state, seat)
                    wanted = [mix.get(action, 0.0) for action in game.actions(state, seat)]
                    assert found[options] == pytest.approx(wanted, abs=1e-9)


@pytest.mark.parametrize(("name", "count"), [("tower-siege", 400), ("resource-war", 100), ("token-showdown", 20)])
def test_losses_of_the_standard_games(name: str, count: int) -> None:
    """Larger matrices, and values that are only approached in the limit."""
    game = parlour.game(name)
    solution = parlour.solve(game)
    states = solution.states
    numbers = np.random.default_rng(1).choice(len(states), count, replace=False).astype(np.int32)
    battle = {"position1": 3, "position2": 3, "hand1": 30, "hand2": 15, "battle": 1}
    if name == "tower-siege":  # both players mix here, and the proof leaves an interval
        numbers = np.append(numbers, np.int32(states.number(game.start()._replace(**battle))))
    stage = Stage(states.explorer, numbers, states.explorer.cyclic, solution.proved)
    for position, number in enumerate(numbers.tolist()):
        state, place = states.state(number), int(stage.outcomes.begins[position])
        for seat in (0, 1):
            options = slice(place, place + int(stage.outcomes.options[position, seat]))
            place = options.stop
            if seat in game.to_act(state):
                assert stage.losses[options] == pytest.approx(list(solution.losses(state, seat).values()), abs=1e-9)


def test_a_state_that_cannot_be_reached_is_an_error() -> None:
    game = parlour.game("color-capture")
    met = matchup(game, Uniform(), Uniform())
    impossible = game.start()._replace(**{game.start()._fields[0]: 77})
    with pytest.raises(parlour.IllegalAction, match="does not reach"):
        met.value(impossible)
