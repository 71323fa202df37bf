"""A local best response: never better than the best, exact where one decision ends the game."""

from __future__ import annotations

from random import Random

import pytest

import parlour
from parlour.games.contract import State
from parlour.games.errors import ParlourError
from parlour.match.match import Match
from parlour.players import LocalResponse, Uniform

WAR = parlour.game("resource-war")


def always_three(_: State, __: int) -> dict[int, float]:
    return {3: 1.0}


@pytest.mark.parametrize("seat", [0, 1])
def test_it_takes_an_action_that_wins_at_once(seat: int) -> None:
    """Five resource points win, and a round is worth the difference between the bids."""
    chosen = LocalResponse(always_three).choose(Match(WAR).view(seat), Random(1))
    assert chosen >= 8


@pytest.mark.parametrize("name", ["tower-siege", "color-capture", "resource-war"])
def test_it_proves_much_of_what_a_best_response_to_uniform_play_gets(name: str) -> None:
    game = parlour.game(name)
    exact = parlour.exploitability(game, Uniform())
    found = parlour.exploited(game, "random", LocalResponse(Uniform()), pairs=100)
    assert exact - 0.4 < found.at_least < exact


def test_the_same_seed_gives_the_same_matches() -> None:
    game = parlour.game("token-showdown", tokens=12)
    once, again = (parlour.exploited(game, "random", LocalResponse(Uniform()), pairs=10) for _ in range(2))
    assert once == again


def test_a_single_action_is_taken_without_asking_the_policy() -> None:
    game = parlour.game("token-showdown", tokens=1)
    assert LocalResponse({}).choose(Match(game).view(0), Random(1)) == 1


def test_a_policy_without_an_answer_is_an_error() -> None:
    with pytest.raises(ParlourError, match="the policy has no entry for player 1"):
        LocalResponse({}).choose(Match(WAR).view(0), Random(1))
