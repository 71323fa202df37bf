"""The carelessness that fits a player's choices best."""

from __future__ import annotations

from math import log
from typing import Any

import pytest
from arena.played_pairs import SMALL, Stubborn, played_pairs

import parlour
from parlour.arena.statistics.fitting import GREATEST, LEAST, UNKNOWN, Likelihood, fit_carelessness
from parlour.games.game import Game
from parlour.games.line import Line
from parlour.players import Careless, Perfect, Uniform
from parlour.players.habits.choices import MadeChoice, choices_of

TACTICS, SHOWDOWN, SIEGE, CAPTURE, WAR = SMALL


def chosen(game: Game, player: Any, pairs: int = 100) -> list[MadeChoice]:
    """The choices of a player, in both seats, against itself."""
    return [
        choice
        for match in played_pairs(game, player, player, pairs)
        for seat in (0, 1)
        for choice in choices_of(match.line, seat)
    ]


@pytest.mark.parametrize("carelessness", [0.1, 0.4, 1.0, 2.0])
@pytest.mark.parametrize("game", [SHOWDOWN, WAR], ids=lambda game: game.name)
def test_the_carelessness_of_a_graded_player_is_found(game: Game, carelessness: float) -> None:
    made = chosen(game, Careless(carelessness))
    fit = fit_carelessness(game, made)
    assert fit.carelessness == pytest.approx(carelessness, rel=0.5)
    surprise = fit.choices * (fit.likelihood - Likelihood(game, made).at(carelessness))
    assert 0.0 <= surprise < 4.5  # the difference that three standard errors make


def test_a_player_that_never_errs_is_as_careful_as_can_be() -> None:
    fit = fit_carelessness(CAPTURE, chosen(CAPTURE, Perfect(), 20))
    assert fit.carelessness == LEAST
    assert fit_carelessness(SHOWDOWN, chosen(SHOWDOWN, Perfect())).carelessness < 0.05


def test_a_random_player_is_far_from_careful() -> None:
    assert fit_carelessness(SHOWDOWN, chosen(SHOWDOWN, Uniform())).carelessness > 5.0


def test_a_player_worse_than_random_is_at_the_other_limit() -> None:
    solution = parlour.solve(CAPTURE)
    made = []
    for choice in chosen(CAPTURE, Uniform(), 30):
        losses = solution.losses(choice.state, choice.player)
        worst = max(losses, key=lambda action: losses[action])
        if losses[worst] > 0.0:
            made.append(choice._replace(action=worst))
    fit = fit_carelessness(CAPTURE, made)
    assert fit.carelessness == GREATEST


@pytest.mark.parametrize("carelessness", [0.01, 0.4, 3.0])
@pytest.mark.parametrize("game", SMALL, ids=lambda game: game.name)
def test_the_likelihood_is_that_of_the_graded_players(game: Game, carelessness: float) -> None:
    made = chosen(game, Uniform(), 3)
    player, known = Careless(carelessness), [each for each in made if len(game.actions(each.state, each.player)) > 1]
    chances = [player.mix(game, each.state, each.player)[each.action] for each in known]
    likelihood = Likelihood(game, made)
    assert likelihood.choices == len(known)
    if min(chances) > 0.0:  # a chance may be too small for a number, but not its logarithm
        assert likelihood.at(carelessness) == pytest.approx(sum(map(log, chances)) / len(known))
    else:
        assert likelihood.at(carelessness) < -1.0


def test_no_other_carelessness_is_likelier() -> None:
    made = chosen(WAR, Stubborn(), 20)
    likelihood, fit = Likelihood(WAR, made), fit_carelessness(WAR, made)
    assert fit.likelihood == max(fit.likelihood, *(likelihood.at(0.001 * 1.02**k) for k in range(580)))


def test_the_order_of_choices_does_not_matter() -> None:
    made = chosen(SIEGE, Careless(1.0), 5)
    assert fit_carelessness(SIEGE, made).carelessness == pytest.approx(
        fit_carelessness(SIEGE, made[::-1]).carelessness, rel=1e-6
    )


def test_without_a_choice_nothing_is_known() -> None:
    fit = fit_carelessness(CAPTURE, [])
    assert (fit.carelessness, fit.choices) == (UNKNOWN, 0)


def test_only_the_choices_of_one_player_count() -> None:
    made = choices_of(Line(CAPTURE, [(0,), (1,), (0,)]), 1)
    assert [(choice.player, choice.action) for choice in made] == [(1, 1)]
    assert made[0].state == CAPTURE.play(CAPTURE.start(), 0)
    secret = [(choice.player, choice.action) for choice in choices_of(Line(WAR, [(1, 2), (0, 1)]), 1)]
    assert secret == [(1, 2), (1, 1)]
