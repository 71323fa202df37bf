"""A local best response: never better than the best, and exact where one choice ends the game."""

from __future__ import annotations

from random import Random

import pytest

import parlour
from parlour.games.contract import State
from parlour.games.errors import ParlourError
from parlour.games.game import Game
from parlour.match.match import Match
from parlour.players import LocalResponse, Uniform, play_match
from parlour.players.habits.levels import Level
from parlour.solver.policies.matchup import matchup

WAR = parlour.game("resource-war")


def always_three(_: State, __: int) -> dict[int, float]:
    return {3: 1.0}


@pytest.mark.parametrize("seat", [0, 1])
def test_it_knows_what_wins_and_loses_at_once(seat: int) -> None:
    """Seven resource points win, and a round is worth the difference between the bids."""
    response = LocalResponse(always_three)
    gains = response.gains(WAR, WAR.start(), seat, Random(1))
    assert [bid for bid, gain in enumerate(gains) if gain == 1.0] == [10]
    assert response.choose(Match(WAR).view(seat), Random(1)) == 10


@pytest.mark.parametrize(
    "game",
    [
        parlour.game("token-tactics", start=5, cap=7),
        parlour.game("token-showdown", tokens=9, points=2),
        parlour.game("tower-siege", tower=5, cards=3),
        parlour.game("color-capture", repeats=3),
    ],
    ids=lambda game: game.name,
)
def test_its_gains_are_those_of_the_next_answer_and_random_play_after_it(game: Game) -> None:
    """Calculated exactly, in all positions of a match."""

    def lowest(state: State, player: int) -> dict[int, float]:
        return {game.actions(state, player)[0]: 1.0}

    def expected(state: State, player: int, action: int) -> float:
        opponent = 1 - player
        if opponent in game.to_act(state):
            chosen = {player: action, opponent: game.actions(state, opponent)[0]}
            after = game.play(state, chosen[0], chosen[1])
        else:
            after = game.play(state, action, action)
            if game.to_act(after) == (opponent,):
                reply = game.actions(after, opponent)[0]
                after = game.play(after, reply, reply)
        return float((1 - 2 * player) * at_random.value(after))

    at_random = matchup(game, Uniform(), Uniform())
    for turn in play_match(game, "random", "random", seed=1).line.turns:
        for player in turn.actors:
            gains = LocalResponse(lowest).gains(game, turn.before, player, Random(1))
            exact = [expected(turn.before, player, action) for action in game.actions(turn.before, player)]
            assert gains == pytest.approx(exact, abs=0.15)


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


def test_it_takes_names_and_refuses_arrays() -> None:
    game = parlour.game("token-showdown", tokens=12)
    named = parlour.exploited(game, "easy", LocalResponse("easy"), pairs=3)
    assert named == parlour.exploited(game, "easy", LocalResponse(Level("easy")), pairs=3)
    with pytest.raises(ParlourError, match=r"pass parlour.tabulate\(game, arrays\)"):
        LocalResponse(parlour.solve(game).policy.dense())
