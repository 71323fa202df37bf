"""The best counter to a policy, and the choice that missed most."""

from __future__ import annotations

import pytest

import parlour
from parlour.coach.counter import Missed, counter
from parlour.players.careless import Perfect
from parlour.players.characters import CHARACTERS, Character
from parlour.players.solution_cache import solution_of
from parlour.solver.best_response import best_response

WAR = parlour.game("resource-war")


@pytest.mark.parametrize("player", [0, 1])
@pytest.mark.parametrize("name", ["token-tactics", "resource-war"])
def test_the_counter_scores_as_much_as_the_best_response(name: str, player: int) -> None:
    game = parlour.game(name)
    for character in map(Character, CHARACTERS):
        assert counter(game, character, player, ()).value == pytest.approx(best_response(game, character, player).value)


def test_the_choice_that_missed_most_is_found() -> None:
    """Hoarder bids 0 until it has lost a round, so a bid of 7 wins at once."""
    found = counter(WAR, Character("hoarder"), 0, [(0, 0), (4, 0)])
    assert found.value == pytest.approx(1.0)
    assert found.missed is not None
    assert (found.missed.number, found.missed.action, found.missed.best) == (2, 4, 7)
    assert found.missed.best_value == pytest.approx(1.0)
    rest = solution_of(WAR).value(WAR.play(WAR.play(WAR.start(), 0, 0), 4, 0))
    assert found.missed.value == pytest.approx(rest)  # from then on Hoarder plays perfectly


def test_both_seats_see_the_same_in_a_game_that_treats_them_alike() -> None:
    mine, theirs = [(0, 0), (3, 0), (2, 2)], [(0, 0), (0, 3), (2, 2)]
    first, second = (counter(WAR, Character("bully"), player, each) for player, each in enumerate((mine, theirs)))
    assert first.value == pytest.approx(second.value)
    assert isinstance(first.missed, Missed)
    assert isinstance(second.missed, Missed)
    assert first.missed.number == second.missed.number
    assert first.missed.value == pytest.approx(second.missed.value)


def test_nothing_is_missed_by_the_best_counter_itself() -> None:
    """In the won seat of Color Capture, every perfect choice is a best one."""
    game = parlour.game("color-capture")
    match = parlour.play_match(game, Perfect(), Character("sentry"), seed=1)
    assert counter(game, Character("sentry"), 0, match.decisions).missed is None
