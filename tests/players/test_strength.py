"""How well the players play: their exact exploitability in small games, and their results elsewhere."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from support import SIXTH

import parlour
from parlour.games.errors import ParlourError
from parlour.games.game import Game
from parlour.match.match import Match
from parlour.players import Careless, Perfect, Search, Uniform, play_match, player, player_names
from parlour.players.base import position
from parlour.solver.memory import solution_of

TACTICS = parlour.game("token-tactics", start=4, cap=6)
SHOWDOWN = parlour.game("token-showdown", tokens=8, points=2)
SIEGE = parlour.game("tower-siege", tower=6, cards=3)
CAPTURE = parlour.game("color-capture")
WAR = parlour.game("resource-war", points=5, target=4)
SMALL = [TACTICS, SHOWDOWN, SIEGE, CAPTURE, WAR, parlour.game(SIXTH)]
LEVELS = ("perfect", "hard", "medium", "easy", "random")


def exploitability(game: Game, name: str) -> float:
    policy: Any = player(name)
    return float(parlour.exploitability(game, policy))


@pytest.mark.parametrize("game", [TACTICS, SHOWDOWN, WAR], ids=lambda game: game.name)
def test_each_level_is_less_exploitable_than_the_one_below(game: Game) -> None:
    exploited = [exploitability(game, name) for name in LEVELS]
    assert exploited[0] == pytest.approx(0.0, abs=1e-9)
    assert exploited == sorted(exploited)
    _, hard, medium, easy, random = exploited
    assert hard < 0.7 * medium
    assert medium < 0.8 * easy
    assert easy < 0.95 * random


def test_in_color_capture_only_the_levels_are_in_order() -> None:
    """There `easy` follows a habit, which the worst opponent exploits more than `random`; casual people do not."""
    perfect, hard, medium, easy, random = (exploitability(CAPTURE, name) for name in LEVELS)
    assert perfect == pytest.approx(0.0, abs=1e-9)
    assert hard < medium < easy
    assert random < easy


def test_where_play_can_cycle_perfect_is_within_its_certificate() -> None:
    assert exploitability(SIEGE, "perfect") <= parlour.solve(SIEGE).certificate.gain + 1e-9
    assert exploitability(SIEGE, "perfect") < exploitability(SIEGE, "hard") < exploitability(SIEGE, "easy")


@pytest.mark.parametrize("game", SMALL, ids=lambda game: game.name)
@pytest.mark.parametrize(
    "computer", [Uniform(), Perfect(), Careless(1.0), Search(5_000)], ids=lambda computer: type(computer).__name__
)
def test_mixes_and_choices_contain_only_legal_actions(game: Game, computer: Any) -> None:
    match = Match(game)
    for seat in match.to_act:
        mix = computer.mix(game, match.state, seat)
        assert set(mix) <= set(game.actions(match.state, seat))
        assert sum(mix.values()) == pytest.approx(1.0)
        assert computer.choose(match.view(seat), Random(1)) in game.actions(match.state, seat)


def test_choices_follow_the_mix() -> None:
    game = WAR
    mix, view = Perfect().mix(game, game.start(), 0), Match(game).view(0)
    drawn = [Perfect().choose(view, Random(seed)) for seed in range(4000)]
    for action in game.actions(game.start(), 0):
        assert drawn.count(action) / 4000 == pytest.approx(mix.get(action, 0.0), abs=0.04)


def test_carelessness_ranges_from_perfect_to_random() -> None:
    game = SHOWDOWN
    state = game.start()
    careful, perfect = Careless(1e-3).mix(game, state, 0), Perfect().mix(game, state, 0)
    for action in game.actions(state, 0):
        assert careful.get(action, 0.0) == pytest.approx(perfect.get(action, 0.0), abs=0.01)
    assert Careless(1e4).mix(game, state, 0) == pytest.approx(Uniform().mix(game, state, 0), rel=0.01)


@pytest.mark.parametrize("carelessness", [0, -1.0, float("inf"), float("nan")])
def test_carelessness_must_be_a_number_above_0(carelessness: float) -> None:
    with pytest.raises(
        ParlourError, match=r"carelessness must be a number above 0, not .*; Perfect\(\) makes no mistakes"
    ):
        Careless(carelessness)


def test_the_more_an_action_gives_away_the_less_likely_it_is() -> None:
    game = SHOWDOWN
    losses, mix = solution_of(game).losses(game.start(), 0), Careless(1.0).mix(game, game.start(), 0)
    perfect = Perfect().mix(game, game.start(), 0)
    others = sorted((action for action in losses if action not in perfect), key=lambda action: losses[action])
    assert len(others) > 2
    assert [mix[action] for action in others] == sorted((mix[action] for action in others), reverse=True)
    assert mix[others[-1]] < mix[others[0]]


def test_a_game_is_solved_once_for_all_players() -> None:
    assert solution_of(WAR) is solution_of(parlour.game("resource-war", points=5, target=4))


# Hidden fields


@pytest.mark.parametrize("name", player_names())
def test_every_player_can_play_with_hidden_fields(name: str) -> None:
    game = parlour.game("resource-war", points=5, target=4, hidden=True)
    computer = Search(5_000) if name == "search" else player(name)
    assert play_match(game, computer, "random", seed=3).result.failure is None


def test_hidden_fields_follow_from_the_choices() -> None:
    match = Match(parlour.game("resource-war", hidden=True))
    match.play(3, 1)
    assert match.view(0).state != match.state
    assert position(match.view(0)) == match.state
