"""The best counter to a policy, and the choice that missed most."""

from __future__ import annotations

import pytest

import parlour
from parlour.coach.counter import MissedCounter, best_counter, counter_lines
from parlour.games.line import Line
from parlour.players.basic import Perfect
from parlour.players.habits.characters import CHARACTERS, Character
from parlour.solver.memory import solution_of
from parlour.solver.policies.best_response import best_response

WAR = parlour.game("resource-war")


@pytest.mark.parametrize("player", [0, 1])
@pytest.mark.parametrize("name", ["token-tactics", "resource-war"])
def test_the_counter_scores_as_much_as_the_best_response(name: str, player: int) -> None:
    game = parlour.game(name)
    for character in map(Character, CHARACTERS):
        assert best_counter(character, Line(game), player).value == pytest.approx(
            best_response(game, character, player).value
        )


def test_the_choice_that_missed_most_is_found() -> None:
    """Hoarder bids 0 until it has lost a round, so a bid of 7 wins at once."""
    found = best_counter(Character("hoarder"), Line(WAR, [(0, 0), (4, 0)]), 0)
    assert found.value == pytest.approx(1.0)
    assert found.missed is not None
    assert (found.missed.number, found.missed.action, found.missed.best) == (2, 4, 7)
    assert found.missed.best_value == pytest.approx(1.0)
    rest = solution_of(WAR).value(WAR.play(WAR.play(WAR.start(), 0, 0), 4, 0))
    assert found.missed.value == pytest.approx(rest)  # from then on Hoarder plays perfectly


def test_both_seats_see_the_same_in_a_game_that_treats_them_alike() -> None:
    mine, theirs = Line(WAR, [(0, 0), (3, 0), (2, 2)]), Line(WAR, [(0, 0), (0, 3), (2, 2)])
    first, second = (best_counter(Character("bully"), line, player) for player, line in enumerate((mine, theirs)))
    assert first.value == pytest.approx(second.value)
    assert isinstance(first.missed, MissedCounter)
    assert isinstance(second.missed, MissedCounter)
    assert first.missed.number == second.missed.number
    assert first.missed.value == pytest.approx(second.missed.value)


def test_nothing_is_missed_by_the_best_counter_itself() -> None:
    """In the won seat of Color Capture, every perfect choice is a best one."""
    game = parlour.game("color-capture")
    match = parlour.play_match(game, Perfect(), Character("sentry"), seed=1)
    assert best_counter(Character("sentry"), match.line, 0).missed is None


def test_the_habit_is_named_with_the_best_counter_and_where_it_was_missed() -> None:
    hoarder = Character("hoarder")
    lines = counter_lines(hoarder, WAR, 0, best_counter(hoarder, Line(WAR, [(0, 0), (4, 0)]), 0))
    assert lines[:2] == [
        "Hoarder bids 0 until you have won a round.",
        "The best play against that scores 100% on average.",
    ]
    assert lines[2].startswith("Against Hoarder, bid 7 at #2 scores 100% from there on; bid 4 scores ")


def test_a_player_who_uses_the_habit_is_told_so() -> None:
    hoarder = Character("hoarder")
    lines = counter_lines(hoarder, WAR, 1, best_counter(hoarder, Line(WAR, [(0, 7)]), 1))
    assert lines[2] == "You did: no other choice would have been better against it."
