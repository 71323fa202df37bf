"""The levels: what a casual person scores against them, exactly."""

from __future__ import annotations

import pytest
from support import SIXTH, with_file

import parlour
from parlour.games.contract import State
from parlour.games.game import Game
from parlour.players.basic import Uniform
from parlour.players.habits.habitual import Casual, calibration_opponents, level_habits
from parlour.players.habits.levels import LEVELS, Level, Style, calibrated_styles, make_player
from parlour.solver.policies.matchup import matchup

SMALL = [
    parlour.game("token-tactics", start=4, cap=6),
    parlour.game("token-showdown", tokens=8, points=2),
    parlour.game("tower-siege", tower=4, cards=2),
    parlour.game("color-capture"),
    parlour.game("resource-war", points=4, target=3),
]


@pytest.mark.parametrize("game", SMALL, ids=lambda game: game.name)
@pytest.mark.untraced
def test_mixes_are_the_same_state_by_state_and_all_at_once(game: Game) -> None:
    for policy in [*calibration_opponents(game), Level("beginner"), make_player(Style(1.0, "highest", 0.3), game)]:

        def one_by_one(state: object, player: int, policy: object = policy) -> object:
            return policy.mix(game, state, player)  # type: ignore[attr-defined]

        slowly = matchup(game, one_by_one, one_by_one)  # type: ignore[arg-type]
        assert matchup(game, policy, policy).values == pytest.approx(slowly.values)


def test_every_standard_game_is_calibrated_in_both_seats() -> None:
    for game in map(parlour.game, with_file("levels.json")):
        levels = calibrated_styles(game.folder)
        assert list(levels) == list(LEVELS)
        for styles in levels.values():
            assert all(style.habit in level_habits(game) for style in styles)
            assert len(styles) == 2


def test_variants_and_other_games_use_the_defaults() -> None:
    for game in (parlour.game("token-tactics", start=4), parlour.game(SIXTH)):
        assert Level("hard").style(game, 0) == LEVELS["hard"].usual
    assert Level("hard").style(parlour.game("token-tactics"), 0) != LEVELS["hard"].usual


def test_a_habit_takes_its_share_of_choices() -> None:
    game = parlour.game("resource-war")
    plain, timid, bold = (
        make_player(Style(1.0, habit, share), game).mix(game, game.start(), 0)
        for habit, share in (("lowest", 0.0), ("lowest", 0.5), ("highest", 0.5))
    )
    assert timid[0] == pytest.approx(0.5 + 0.5 * plain[0])
    assert bold[10] == pytest.approx(0.5 + 0.5 * plain[10])
    assert sum(timid.values()) == pytest.approx(1.0)


def test_a_weak_level_of_color_capture_overlooks_a_win_and_leaves_colours_to_you() -> None:
    game = parlour.game("color-capture")
    generous = make_player(Style(1.0, "generous", 1.0), game)
    state = game.start()._replace(remaining=8, red1=2, blue2=1)  # from the left: red, blue, green, ..., blue
    assert generous.mix(game, state, 0) == {1: 1.0}  # the red one would win
    assert generous.mix(game, state._replace(red1=1), 0) == {0: 1.0}  # the opponent has a blue one
    assert generous.mix(game, state._replace(red1=1, red2=1), 0) == {1: 1.0}


def test_calibration_opponents_cannot_score_more_in_color_capture_even_if_the_other_tries_to_lose() -> None:
    game = parlour.game("color-capture")
    people = calibration_opponents(game)

    def most(state: State, chances: tuple[float, ...]) -> float:
        """What they score from here on; `chances` are those that each strategy plays this way."""
        if game.is_over(state):
            return sum(chances) * (1 - game.returns(state)[0]) / 2
        if game.to_act(state) == (0,):
            return max(most(game.play(state, action, 0), chances) for action in game.actions(state, 0))
        mixes = [person.mix(game, state, 1) for person in people]
        return sum(
            most(game.play(state, 0, action), tuple(c * mix[action] for c, mix in zip(chances, mixes, strict=True)))
            for action in game.actions(state, 1)
        )

    assert most(game.start(), (1 / len(people),) * len(people)) == pytest.approx(0.726, abs=0.001)


def test_a_casual_player_follows_its_strategy_but_slips_in_one_choice_of_ten() -> None:
    game = parlour.game("resource-war")
    third = calibration_opponents(game)[0].mix(game, game.start(), 0)
    assert third[4] == pytest.approx(0.9 + 0.1 / 11)
    assert third[0] == pytest.approx(0.1 / 11)


def test_a_game_without_casual_strategies_has_uniform_play_instead() -> None:
    (only,) = calibration_opponents(parlour.game(SIXTH))
    assert isinstance(only, Uniform)
    assert all(
        isinstance(each, Casual)
        for name in with_file("opponents.py")
        for each in calibration_opponents(parlour.game(name))
    )
