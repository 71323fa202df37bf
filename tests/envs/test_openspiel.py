"""OpenSpiel's own tests on our games, and what they do not check."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
import unittest
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.integration_tests import api_test
from open_spiel.python.algorithms import get_all_states
from open_spiel.python.observation import make_observation
from open_spiel.python.tests import games_sim_test
from support import ALL, SIXTH

import parlour
from envs.setups import SETUPS, Setup
from parlour import BadRules, IllegalAction, ParlourError
from parlour.envs import openspiel

every_setup = pytest.mark.parametrize("setup", SETUPS, ids=str)
SMALL = [
    "parlour_token_tactics(start=2,cap=2,max_turns=6)",
    "parlour_token_showdown(tokens=4,points=2)",
    "parlour_tower_siege(tower=2,stride=2,cards=2,max_turns=6)",
    "parlour_color_capture(repeats=2)",
    "parlour_resource_war(points=3,target=2,stall=1)",
    "parlour_resource_war(points=3,target=2,stall=1,hidden=True)",
]


def loaded(setup: Setup, **parameters: Any) -> Any:
    return openspiel.load(openspiel.short_name(setup.name), {**setup.rules, **parameters})


def turn_based(game: Any) -> Any:
    simultaneous = game.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS
    return pyspiel.convert_to_turn_based(game) if simultaneous else game


@every_setup
def test_openspiels_simulations_pass(setup: Setup, capfd: pytest.CaptureFixture[str]) -> None:
    for game in (loaded(setup, max_turns=40), turn_based(loaded(setup, max_turns=40))):
        pyspiel.random_sim_test(game, num_sims=3, serialize=True, verbose=False)
        games_sim_test.GamesSimTest().sim_game(game)
    capfd.readouterr()  # they print a lot


def api_tests(name: str, text: str) -> unittest.TestSuite:
    """OpenSpiel's API tests for one game, assembled as in `api_test`, with the numbers of states that it expects."""
    game = turn_based(pyspiel.load_game(text))
    states = get_all_states.get_all_states(game, include_terminals=True, include_chance_states=True).values()
    terminal = sum(state.is_terminal() for state in states)
    api_test.TOTAL_NUM_STATES[name] = (0, len(states) - terminal, terminal)
    information = {(s.information_state_string(), s.current_player()) for s in states if not s.is_terminal()}
    api_test.PERFECT_RECALL_NUM_STATES[name] = len(information)
    suite = unittest.TestSuite()
    for base, tested in (
        (api_test.EnforceAPIOnFullTreeBase, game),
        (api_test.EnforceAPIOnPartialTreeBase, pyspiel.load_game(text)),
    ):
        case = type(f"{base.__name__} of {text}", (base,), {"game_name": name, "game": tested})
        suite.addTests(unittest.defaultTestLoader.loadTestsFromTestCase(case))
    return suite


@pytest.mark.parametrize("text", SMALL)
def test_openspiels_api_tests_pass(text: str) -> None:
    result = unittest.TestResult()
    api_tests(text, text).run(result)
    assert result.testsRun >= 13
    assert [trace for _, trace in (*result.failures, *result.errors)] == []


@every_setup
def test_a_state_follows_the_game(setup: Setup) -> None:
    game, ours, random = loaded(setup, max_turns=50), setup.game, np.random.default_rng(1)
    kinds = {(): pyspiel.PlayerId.TERMINAL, (0,): 0, (1,): 1, (0, 1): pyspiel.PlayerId.SIMULTANEOUS}
    for _ in range(6):
        state, expected = game.new_initial_state(), ours.start()
        for turn in range(50):
            assert state.current_player() == kinds[ours.to_act(expected)]
            assert str(state).startswith(f"turn {turn}: ")
            assert all(f"{field}={value}" in str(state).split() for field, value in expected._asdict().items())
            if ours.is_over(expected):
                break
            for player in (0, 1):
                assert tuple(state.legal_actions(player)) == ours.actions(expected, player)
                shown = ours.shown(expected)
                assert state.observation_tensor(player)[2:] == [*shown, turn]
                assert all(
                    f"{field}={value}" in state.observation_string(player) for field, value in shown._asdict().items()
                )
            actions = [int(random.choice(ours.actions(expected, player) or (0,))) for player in (0, 1)]
            for player in ours.to_act(expected):
                label = ours.label(expected, player, actions[player])
                assert state.action_to_string(player, actions[player]) == label
            if state.is_simultaneous_node():
                state.apply_actions(actions)
            else:
                state.apply_action(actions[state.current_player()])
            expected = ours.play(expected, *actions)
        assert state.is_terminal()
        assert tuple(state.returns()) == ours.returns(expected)


@every_setup
def test_our_versions_of_openspiels_methods_agree_with_its_own(setup: Setup) -> None:
    theirs, game, random = pyspiel.State, loaded(setup, max_turns=50), np.random.default_rng(2)
    for _ in range(4):
        state = game.new_initial_state()
        while True:
            for method in ("is_chance_node", "is_simultaneous_node", "is_player_node"):
                assert getattr(state, method)() == getattr(theirs, method)(state)
            for player in (0, 1):
                assert state.legal_actions(player) == theirs.legal_actions(state, player)
            if state.is_terminal():
                assert state.legal_actions() == theirs.legal_actions(state) == []
                break
            if state.is_simultaneous_node():
                state.apply_actions([int(random.choice(state.legal_actions(player))) for player in (0, 1)])
            else:
                assert state.legal_actions() == theirs.legal_actions(state)
                state.apply_action(int(random.choice(state.legal_actions())))


def test_a_secret_choice_is_not_observed_by_the_opponent() -> None:
    """In the turn-based form, the second player's information does not depend on the first player's choice."""
    game = turn_based(pyspiel.load_game("parlour_resource_war(points=4)"))
    start = game.new_initial_state()
    seen = set()
    for action in start.legal_actions():
        state = start.child(action)
        seen.add((state.information_state_string(1), tuple(state.information_state_tensor(1))))
    assert len(seen) == 1


def test_hidden_fields_are_not_observed() -> None:
    state = pyspiel.load_game("parlour_resource_war(hidden=True)").new_initial_state()
    state.apply_actions([3, 1])
    for player in (0, 1):
        for text in (state.observation_string(player), state.information_state_string(player)):
            assert "resource1=-1 resource2=-1" in text
            assert "resource1=2" not in text
    assert "resource1=2" in str(state)


def test_information_states_contain_every_decision() -> None:
    state = pyspiel.load_game("parlour_tower_siege(max_turns=9)").new_initial_state()
    for action in (2, 2):
        state.apply_action(action)
    state.apply_actions([5, 3])
    assert state.information_state_string(0).endswith("; choices 2/- -/2 5/3")
    observer = make_observation(state.get_game(), pyspiel.IIGObservationType(perfect_recall=True))
    observer.set_from(state, 0)
    assert observer.dict["choices"].tolist()[:4] == [[3, 0], [0, 3], [6, 4], [0, 0]]
    assert observer.dict["turn"].tolist() == [3]


def test_observers_of_private_information_see_nothing() -> None:
    game = pyspiel.load_game("parlour_resource_war")
    kind = pyspiel.IIGObservationType(public_info=False, perfect_recall=False)
    observation = make_observation(game, kind)
    observation.set_from(game.new_initial_state(), 0)
    assert observation.tensor.size == 0
    assert observation.string_from(game.new_initial_state(), 0) == ""
    with pytest.raises(ParlourError, match="an observer takes no parameters; you gave: colour"):
        game.make_py_observer(None, {"colour": 1})


@pytest.mark.parametrize("name", ALL)
def test_copies_and_pickles_continue_identically_from_any_point(name: str) -> None:
    random = np.random.default_rng(1)
    state = pyspiel.load_game(openspiel.short_name(name)).new_initial_state()
    while not state.is_terminal():
        text = pyspiel.serialize_game_and_state(state.get_game(), state)
        branches = [
            copy.deepcopy(state),
            state.clone(),
            pickle.loads(pickle.dumps(state)),
            pyspiel.deserialize_game_and_state(text)[1],
        ]
        players = (0, 1) if state.is_simultaneous_node() else (state.current_player(),)
        actions = [int(random.choice(state.legal_actions(player))) for player in players]
        for copied in (state, *branches):
            copied.apply_actions(actions) if len(actions) == 2 else copied.apply_action(actions[0])
        for branch in branches:
            assert str(branch) == str(state)
            assert branch.history() == state.history()
            assert branch.information_state_string(1) == state.information_state_string(1)


def test_a_game_that_is_cut_off_returns_0_to_both() -> None:
    state = pyspiel.load_game("parlour_resource_war(stall=0,max_turns=3)").new_initial_state()
    for _ in range(3):
        assert not state.is_terminal()
        state.apply_actions([0, 0])
    assert state.is_terminal()
    assert state.returns() == [0, 0]
    assert state.legal_actions(0) == []


def test_illegal_actions_and_parameters_raise_with_the_reason() -> None:
    state = pyspiel.load_game("parlour_resource_war").new_initial_state()
    with pytest.raises(IllegalAction, match=r"Player 2 \(player 1\) cannot choose 99; allowed: 0 to 10"):
        state.apply_actions([0, 99])
    with pytest.raises(IllegalAction, match=r"both players choose at once: use apply_actions\(\[first, second\]\)"):
        state.apply_action(3)
    with pytest.raises(IllegalAction, match=r"name one with legal_actions\(player\)"):
        state.legal_actions()
    assert str(state).startswith("turn 0:")
    turn = pyspiel.load_game("parlour_tower_siege").new_initial_state()
    with pytest.raises(IllegalAction, match=r"only player 0 is to act: use apply_action\(action\)"):
        turn.apply_actions([1, 2])
    state.apply_actions([10, 0])
    assert state.is_terminal()
    with pytest.raises(IllegalAction, match="the game is over"):
        state.apply_actions([0, 0])
    with pytest.raises(BadRules, match="points of resource-war must be a whole number from 1 to 10000, not 0"):
        pyspiel.load_game("parlour_resource_war(points=0)")
    with pytest.raises(ParlourError, match="max_turns must be"):
        pyspiel.load_game("parlour_resource_war(max_turns=0)")


def test_parameters_have_the_names_and_choices_of_the_rules() -> None:
    game = pyspiel.load_game("parlour_token_tactics(both_empty=draw,start=3)")
    assert game.spaces.game == parlour.game("token-tactics", both_empty="draw", start=3)
    assert pyspiel.load_game("parlour_token_showdown(tokens=30)").spaces.game.rules.tokens == 30
    assert openspiel.short_name(SIXTH) in pyspiel.registered_names()
    openspiel.register_all()  # registering twice is harmless


@pytest.mark.parametrize("value", ["yes", "1", "True", "true"])
def test_a_named_value_may_be_given_as_in_the_rules(value: str) -> None:
    expected = parlour.game("resource-war", hidden="yes", points=4)
    text = f"parlour_resource_war(hidden={value},points=4)"
    game = openspiel.load(text)
    assert game.spaces.game == expected
    assert pyspiel.load_game(str(game)).spaces.game == expected
    turned = openspiel.load(text, turn_based=True)
    assert str(turned) == str(openspiel.load(f"turn_based_simultaneous_game(game={text})"))
    assert str(turned.new_initial_state()) == str(turn_based(game).new_initial_state())


@pytest.mark.parametrize("value", ["yes", 1, True])
def test_a_named_value_may_be_given_in_a_dictionary(value: Any) -> None:
    assert openspiel.load("parlour_resource_war", {"hidden": value}).spaces.game.rules.hidden == 1
    assert openspiel.load("parlour_token_tactics", {"both_empty": 2}).spaces.game.rules.both_empty == 2


def test_other_games_are_loaded_as_before() -> None:
    assert pyspiel.load_game.__module__ == "pyspiel", "nothing of OpenSpiel is replaced"
    for load in (pyspiel.load_game, openspiel.load):
        assert str(load("tic_tac_toe")) == "tic_tac_toe()"
        assert str(load("kuhn_poker", {"players": 3})) == "kuhn_poker(players=3)"
    with pytest.raises(BadRules, match="hidden of resource-war must be one of no, yes, not 'maybe'"):
        openspiel.load("parlour_resource_war(hidden=maybe)")


@pytest.mark.parametrize(
    ("text", "turns"),
    [
        ("parlour_color_capture", 13),
        ("parlour_color_capture(max_turns=9)", 9),
        ("parlour_token_showdown", 100),
        ("parlour_resource_war", 48),
        ("parlour_resource_war(stall=0)", 200),  # may never end
        ("parlour_tower_siege", 200),
    ],
)
def test_an_information_state_has_room_for_the_longest_game_and_no_more(text: str, turns: int) -> None:
    game = pyspiel.load_game(text)
    assert game.max_game_length() == turns
    fields = len(game.spaces.fields) - 1
    assert game.information_state_tensor_shape() == [2 + fields + 1 + 2 * turns]


def test_python_shuts_down_cleanly() -> None:
    """OpenSpiel releases the registered games only after Python has shut down."""
    program = "import pyspiel, parlour.envs.openspiel; pyspiel.load_game('parlour_tower_siege').new_initial_state()"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
