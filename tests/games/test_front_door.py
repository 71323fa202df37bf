"""`parlour.game` and `Game`: what they accept, and how they reject the rest."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np
import pytest
from support import ALL, OURS, SIXTH, played, state_of, with_file

import parlour
from parlour import BadRules, IllegalAction, UnknownGame
from parlour.games.errors import spans


def test_built_in_games_come_first_and_registered_ones_follow() -> None:
    assert parlour.game_names()[: len(OURS)] == OURS
    assert {"token-tactics", "token-showdown", "tower-siege", "color-capture", "resource-war"} <= set(OURS)
    assert SIXTH in parlour.game_names()[len(OURS) :]


@pytest.mark.parametrize("name", ["tower-siege", "tower_siege", "Tower Siege", " TOWER-SIEGE "])
def test_a_name_may_be_written_in_several_ways(name: str) -> None:
    assert parlour.game(name).name == "tower-siege"


@pytest.mark.parametrize("name", ["tower-seige", "", None, 3])
def test_an_unknown_game_is_rejected_with_the_list_of_games(name: Any) -> None:
    with pytest.raises(UnknownGame, match="the games are: token-tactics"):
        parlour.game(name)


OPTIONAL = ("drawing.py", "opponents.py", "levels.json", "renamed.py", "RENAMED.md", "instances.json", "solution.npz")


@pytest.mark.parametrize("file", OPTIONAL)
def test_the_first_games_have_every_optional_file(file: str) -> None:
    assert with_file(file)[:5] == list(OURS[:5])


def test_a_close_name_is_suggested() -> None:
    with pytest.raises(UnknownGame, match="did you mean tower-siege"):
        parlour.game("tower-seige")


def test_the_package_of_a_game_can_be_imported_although_parlour_games_is_a_function() -> None:
    import parlour.games.tower_siege.rules as rules

    assert rules.Rules().tower == 10


def test_the_attributes_of_a_game() -> None:
    game = parlour.game("resource-war", points=15, hidden=True)
    assert (game.name, game.title) == ("resource-war", "Resource War")
    assert game.rules == (15, 7, 3, 1)
    assert game.named_rules() == {"points": 15, "target": 7, "stall": 3, "hidden": "yes"}
    assert repr(game) == "parlour.game('resource-war', points=15, hidden='yes')"
    assert eval(repr(game)) == game


@pytest.mark.parametrize("name", ALL)
def test_a_game_can_be_compared_hashed_copied_and_pickled(name: str) -> None:
    game = parlour.game(name)
    assert {game: 1}[pickle.loads(pickle.dumps(game))] == 1
    assert copy.deepcopy(game) == game
    assert game != parlour.game(next(other for other in ALL if other != name))
    with pytest.raises(AttributeError, match="never changes"):
        game.rules = None


def test_a_game_from_start_to_finish() -> None:
    game = parlour.game("resource-war", points=2, target=2)
    state = game.start()
    assert game.to_act(state) == (0, 1)
    assert game.actions(state, 0) == (0, 1, 2)
    assert (game.winner(state), game.is_draw(state), game.is_over(state), game.returns(state)) == (
        None,
        False,
        False,
        (0, 0),
    )
    won = game.play(state, 0, 2)
    assert (game.winner(won), game.is_draw(won), game.is_over(won), game.returns(won)) == (1, False, True, (-1, 1))
    drawn = game.play(state, 2, 2)
    assert (game.winner(drawn), game.is_draw(drawn), game.is_over(drawn), game.returns(drawn)) == (
        None,
        True,
        True,
        (0, 0),
    )
    assert game.to_act(won) == ()
    assert game.actions(won, 0) == ()
    assert game.returns(game.play(state, 2, 0)) == (1, -1)


# Choices and labels


def test_a_turn_takes_a_choice_of_each_player_to_act() -> None:
    siege, war = parlour.game("tower-siege"), parlour.game("resource-war")
    assert siege.check_choices(siege.start(), (2,)) == (2,)
    assert war.check_choices(war.start(), (3, 2)) == (3, 2)


@pytest.mark.parametrize(
    ("name", "choices", "message"),
    [
        ("tower-siege", (1, 1), r"\(1, 1\) does not fit: this state takes one action"),
        ("tower-siege", (4,), r"Player 1 \(player 0\) cannot choose 4; allowed: 0 to 3"),
        ("resource-war", (3,), r"\(3,\) does not fit: this state takes two actions"),
        ("resource-war", (1, 2, 3), "does not fit: this state takes two actions"),
        ("resource-war", (1, 11), r"Player 2 \(player 1\) cannot choose 11; allowed: 0 to 10"),
    ],
)
def test_choices_that_do_not_fit_are_rejected(name: str, choices: tuple[int, ...], message: str) -> None:
    game = parlour.game(name)
    with pytest.raises(IllegalAction, match=message):
        game.check_choices(game.start(), choices)


@pytest.mark.parametrize("choices", [(), (1,), (1, 1)])
def test_no_choices_fit_after_the_end(choices: tuple[int, ...]) -> None:
    game = parlour.game("tower-siege", tower=1)
    with pytest.raises(IllegalAction, match="no action, the game is over"):
        game.check_choices(played(game, 1).state, choices)


def test_a_label_is_made_from_the_shown_state(monkeypatch: pytest.MonkeyPatch) -> None:
    game = parlour.game("resource-war", hidden="yes")
    state = played(game, (3, 1)).state
    monkeypatch.setattr(game.words, "label", lambda _rules, shown, _player, action: f"{shown.resource1}: {action}")
    assert game.label(state, 0, 4) == "-1: 4"


# Rules


@pytest.mark.parametrize(
    ("name", "rules", "range_"),
    [
        ("token-showdown", {"tokens": 0}, "1 to 10000"),
        ("token-showdown", {"tokens": 10**9}, "1 to 10000"),  # a table of bids would not fit in memory
        ("token-showdown", {"points": 0}, "1 to 10000"),
        ("token-tactics", {"start": 0}, "1 to 10000"),
        ("token-tactics", {"cap": -1}, "1 to 10000"),
        ("tower-siege", {"tower": 0}, "1 to 1000"),
        ("tower-siege", {"stride": 0}, "1 to 1000"),
        ("tower-siege", {"cards": 21}, "1 to 20"),
        ("color-capture", {"repeats": 0}, "1 to 100"),
        ("resource-war", {"stall": -1}, "0 to 10000"),
        ("resource-war", {"points": 0}, "1 to 10000"),
        ("resource-war", {"target": 10**30}, "1 to 10000"),
        ("odds-and-evens", {"fingers": -1}, "0 to 10000"),
    ],
)
def test_a_parameter_out_of_range_is_rejected_with_its_range(name: str, rules: dict[str, Any], range_: str) -> None:
    with pytest.raises(BadRules, match=f"{next(iter(rules))} of {name} must be a whole number from {range_}, not "):
        parlour.game(name, **rules)


@pytest.mark.parametrize("value", [True, 3.0, "3", None, [3], np.float64(3), np.array([3, 4]), 10**5000], ids=type)
def test_a_parameter_of_the_wrong_type_is_rejected(value: object) -> None:
    with pytest.raises(BadRules, match="tokens of token-showdown must be a whole number"):
        parlour.game("token-showdown", tokens=value)


@pytest.mark.parametrize("value", [np.int8(3), np.uint64(3), np.array(3)])
def test_integers_of_other_types_become_plain_integers(value: object) -> None:
    rules = parlour.game("token-showdown", tokens=value).rules
    assert rules == (3, 5)
    assert type(rules.tokens) is int


def test_an_unknown_parameter_is_rejected_with_the_list_of_parameters() -> None:
    with pytest.raises(BadRules, match="tower-siege has no parameter 'towers'; it has: tower, stride, cards"):
        parlour.game("tower-siege", towers=3)


@pytest.mark.parametrize("value", ["draw", 2, np.int64(2)])
def test_a_named_value_can_be_given_by_name_or_number(value: object) -> None:
    assert parlour.game("token-tactics", both_empty=value).rules.both_empty == 2


@pytest.mark.parametrize("value", ["DRAW", "2", True, 3, 2.0])
def test_other_values_of_a_named_parameter_are_rejected_with_the_names(value: object) -> None:
    with pytest.raises(BadRules, match="both_empty of token-tactics must be one of defender, attacker, draw"):
        parlour.game("token-tactics", both_empty=value)


@pytest.mark.parametrize(("value", "number"), [(True, 1), (False, 0), ("yes", 1), ("no", 0), (1, 1), (0, 0)])
def test_yes_and_no_can_be_booleans(value: object, number: int) -> None:
    assert parlour.game("resource-war", hidden=value).rules.hidden == number


# Actions


def test_the_error_for_an_illegal_action_lists_the_legal_ones() -> None:
    game = parlour.game("token-showdown", tokens=7)
    with pytest.raises(IllegalAction, match=r"Player B \(player 1\) cannot choose 8; allowed: 1 to 7"):
        game.play(game.start(), 3, 8)


@pytest.mark.parametrize("action", [True, 1.0, "1", None, [1], np.float32(1), np.True_])
def test_an_action_of_the_wrong_type_is_rejected(action: object) -> None:
    game = parlour.game("token-showdown")
    with pytest.raises(IllegalAction, match="cannot choose"):
        game.play(game.start(), action, 1)


@pytest.mark.parametrize("action", [np.int16(3), np.uint8(3), np.array(3)])
def test_a_state_holds_plain_integers_whatever_integer_type_the_action_has(action: object) -> None:
    game = parlour.game("token-showdown")
    state: Any = game.play(game.start(), action, action)
    assert all(type(value) is int for value in state)
    assert state == game.play(game.start(), 3, 3)


@pytest.mark.parametrize("ignored", [None, "anything", 99, -1, True, 2.5])
def test_the_action_of_a_player_who_is_not_to_act_is_ignored(ignored: object) -> None:
    game = parlour.game("tower-siege")
    assert game.play(game.start(), 2, ignored) == game.play(game.start(), 2)
    second = game.play(game.start(), 2)
    assert game.play(second, ignored, 1) == game.play(second, None, 1)


def test_no_action_is_legal_after_the_end() -> None:
    game = parlour.game("tower-siege", tower=1)
    with pytest.raises(IllegalAction, match="the game is over"):
        game.play(played(game, 1).state, 1, 1)


@pytest.mark.parametrize("player", [2, -1, True, "0", None])
def test_only_players_0_and_1_exist(player: Any) -> None:
    game = parlour.game("tower-siege")
    with pytest.raises(IllegalAction, match="players are 0 and 1"):
        game.actions(game.start(), player)


def test_a_state_of_another_game_is_rejected() -> None:
    game, other = parlour.game("tower-siege"), parlour.game("color-capture")
    with pytest.raises(IllegalAction, match="not a state of Tower Siege"):
        game.play(other.start(), 1)
    with pytest.raises(IllegalAction, match="not a state of Tower Siege"):
        game.winner((0, 0, 0, 0, 0, 0, 0))  # type: ignore[arg-type]  # a plain tuple is not a state


def test_a_state_with_hidden_fields_cannot_be_played_on() -> None:
    game = parlour.game("resource-war", hidden="yes")
    match = played(game, (3, 0))
    with pytest.raises(IllegalAction, match="hidden or impossible values"):
        game.play(match.view(0).state, 4, 0)
    assert game.winner(game.play(match.state, 4, 0)) == 0


@pytest.mark.parametrize("name", OURS)
def test_every_game_lists_the_values_of_its_parameters(name: str) -> None:
    game = parlour.game(name)
    for field, allowed in game.allowed_rules().items():
        for value in allowed:
            assert field in parlour.game(name, **{field: value}).named_rules()


def test_numbers_are_listed_as_ranges() -> None:
    assert spans((0, 2, 3, 4, 7, 8)) == "0, 2 to 4, 7 to 8"
    assert spans(()) == ""


def test_legal_cards_that_are_not_a_range_are_listed_one_by_one() -> None:
    game = parlour.game("tower-siege")
    state = state_of(game, battle=1, position1=3, position2=3, hand1=0b10101)
    with pytest.raises(IllegalAction, match="cannot choose 2; allowed: 1, 3, 5"):
        game.play(state, 2, 1)


def test_parameters_without_limits_are_from_0_to_10_000() -> None:
    assert parlour.game(SIXTH).allowed_rules() == {"fingers": [0, 10_000], "points": [0, 10_000]}
