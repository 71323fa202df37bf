"""PettingZoo's own tests, and what they do not check."""

from __future__ import annotations

import copy
import importlib
import pickle
import time
from types import SimpleNamespace
from typing import Any

import numpy as np
import pettingzoo
import pytest
from pettingzoo.test import (
    api_test,
    parallel_api_test,
    parallel_seed_test,
    performance_benchmark,
    render_test,
    seed_test,
)
from pettingzoo.test.state_test import state_test
from pettingzoo.utils.conversions import aec_to_parallel
from support import ALL, OURS, SIXTH

import parlour
from envs.setups import SETUPS, Setup
from parlour import IllegalAction, ParlourError
from parlour.envs import aec, env_id, parallel

# PettingZoo warns about every observation that contains a mask, even those of its own classic games, and about a game
# whose start is all zeros.
ignores_needless_warnings = pytest.mark.filterwarnings(
    "ignore:Observation space for each agent probably should be",
    "ignore:Observation is not a NumPy array",
    "ignore:Observation numpy array is all zeros",
    "ignore:State numpy array is all zeros",
)
every_setup = pytest.mark.parametrize("setup", SETUPS, ids=str)


@ignores_needless_warnings
@every_setup
def test_pettingzoos_aec_tests_pass(setup: Setup) -> None:
    api_test(aec(*setup), num_cycles=200)
    seed_test(lambda: aec(*setup), num_cycles=200)


@every_setup
def test_pettingzoos_parallel_tests_pass(setup: Setup) -> None:
    parallel_api_test(parallel(*setup), num_cycles=200)
    parallel_seed_test(lambda: parallel(*setup), num_cycles=200)


@ignores_needless_warnings
@every_setup
def test_pettingzoos_state_and_render_tests_pass(setup: Setup) -> None:
    state_test(aec(*setup), parallel(*setup))
    render_test(lambda render_mode: aec(*setup, render_mode=render_mode))


@every_setup
def test_pettingzoos_benchmark_runs(
    setup: Setup, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    module = importlib.import_module("pettingzoo.test.performance_benchmark")
    fast_clock = SimpleNamespace(time=lambda: 50 * time.time())  # its five seconds pass in a tenth of a second
    monkeypatch.setattr(module, "time", fast_clock)
    performance_benchmark(aec(*setup))
    assert "turns per second" in capsys.readouterr().out


def random_turns(env: Any, seed: int) -> list[dict[str, int]]:
    """Plays random legal actions to the end; returns them."""
    random = np.random.default_rng(seed)
    observations, infos = env.reset(seed=seed)
    turns = []
    while env.agents:
        masks = {agent: observations[agent]["action_mask"] for agent in env.agents}
        actions = {agent: int(random.choice(np.flatnonzero(mask))) for agent, mask in masks.items()}
        observations, _, _, _, infos = env.step(actions)
        for agent, info in infos.items():
            assert (info["action_mask"] == observations[agent]["action_mask"]).all()
        turns.append(actions)
    return turns


@every_setup
def test_a_parallel_environment_follows_the_game(setup: Setup) -> None:
    env, game = parallel(*setup, max_turns=60, illegal="raise"), setup.game
    for seed in range(5):
        turns = random_turns(env, seed)
        state = game.start()
        observations, infos = env.reset()
        for number, actions in enumerate(turns, start=1):
            for player, agent in enumerate(env.possible_agents):
                assert observations[agent]["observation"].tolist() == [*game.shown(state), player]
                assert env.observation_space(agent).contains(observations[agent])
                legal = game.actions(state, player) or (0,)  # a player who is not to act has one action
                assert tuple(np.flatnonzero(infos[agent]["action_mask"])) == legal
            assert env.state().tolist() == list(state)
            observations, rewards, terminated, truncated, infos = env.step(actions)
            state = game.play(state, actions["player_0"], actions["player_1"])
            assert tuple(rewards.values()) == game.returns(state)
            assert set(terminated.values()) == {game.is_over(state)}
            assert set(truncated.values()) == {number == 60 and not game.is_over(state)}
        assert env.agents == []
        assert [observation["action_mask"].sum() for observation in observations.values()] == [1, 1]


@every_setup
def test_both_interfaces_play_the_same_game(setup: Setup) -> None:
    together, turn = parallel(*setup, max_turns=60), aec(*setup, max_turns=60)
    for seed in range(4):
        turns = random_turns(together, seed)
        together.reset()
        turn.reset()
        for actions in turns:
            actors = together.episode.to_act
            observations, rewards, terminated, truncated, _ = together.step(actions)
            for player in actors:
                assert turn.agent_selection == f"player_{player}"
                assert not any(turn.terminations.values())
                turn.step(actions[f"player_{player}"])
            assert turn.rewards == rewards
            assert turn.terminations == terminated
            assert turn.truncations == truncated
            for agent in turn.possible_agents:
                assert turn.observe(agent)["observation"].tolist() == observations[agent]["observation"].tolist()
                assert turn.observe(agent)["action_mask"].tolist() == observations[agent]["action_mask"].tolist()


@every_setup
def test_pettingzoo_can_convert_exactly_the_games_in_which_both_always_choose(setup: Setup) -> None:
    env, random = aec(*setup, max_turns=60), np.random.default_rng(3)
    game = parlour.game(setup.name, **setup.rules)
    turns = [turn for seed in range(5) for turn in parlour.play_match(game, seed=seed, max_turns=60).line.turns]
    assert env.metadata["is_parallelizable"] == all(len(turn.actors) == 2 for turn in turns)
    if not env.metadata["is_parallelizable"]:
        with pytest.raises(AssertionError, match="is not generally safe"):
            aec_to_parallel(env)
        return
    converted = aec_to_parallel(env)
    for _ in range(10):
        observations, _ = converted.reset()
        while converted.agents:
            masks = {agent: observations[agent]["action_mask"] for agent in converted.agents}
            actions = {agent: int(random.choice(np.flatnonzero(mask))) for agent, mask in masks.items()}
            observations, *_ = converted.step(actions)


def test_before_a_reset_there_is_nothing_to_see() -> None:
    with pytest.raises(ParlourError, match=r"call reset\(\) first"):
        aec("tower-siege").last()


def test_an_action_of_a_player_who_is_not_to_act_is_ignored() -> None:
    env = parallel("tower-siege", illegal="raise")
    env.reset()
    env.step({"player_0": 2, "player_1": 999})
    assert env.state()[env.fields.index("position1")] == 2
    env.step({"player_1": 3})  # you may even leave it out
    assert env.state()[env.fields.index("position2")] == 3


def everything_public(env: Any) -> bytes:
    """Everything that the environment shows at this moment."""
    parts = [
        env.agent_selection,
        env.agents,
        env.rewards,
        env._cumulative_rewards,
        env.terminations,
        env.truncations,
        [(agent, mask["action_mask"].tobytes()) for agent, mask in env.infos.items()],
        [(key, array.tobytes()) for agent in env.agents for key, array in env.observe(agent).items()],
        env.state().tobytes(),
        env.render(),
        [array.tobytes() for array in env.last()[0].values()],
        env.last()[1:4],
        repr(env),
        str(env),
        env.metadata,
    ]
    return repr(parts).encode()


@pytest.mark.parametrize("name", [name for name in ALL if parlour.game(name).words.SECRET])
@pytest.mark.parametrize("illegal", ["forfeit", "raise"])
def test_the_second_player_sees_the_same_whatever_the_first_chose(name: str, illegal: Any) -> None:
    env = aec(name, illegal=illegal, render_mode="ansi")
    random = np.random.default_rng(1)
    rounds = 0
    for _ in range(6):
        env.reset(seed=1)
        while env.agents and not any(env.terminations.values()):
            legal = np.flatnonzero(env.observe(env.agent_selection)["action_mask"]).tolist()
            if len(env.episode.to_act) == 2:
                choices = [*legal, *([999, -1, None, "x"] if illegal == "forfeit" else [])]
                seen = set()
                for choice in choices:
                    branch = copy.deepcopy(env)
                    branch.step(choice)
                    assert branch.agent_selection == "player_1"
                    seen.add(everything_public(branch))
                assert len(seen) == 1
                rounds += 1
                env.step(int(random.choice(legal)))
                legal = np.flatnonzero(env.observe("player_1")["action_mask"]).tolist()
            env.step(int(random.choice(legal)))
    assert rounds > 3


@pytest.mark.parametrize("name", ALL)
def test_copies_and_pickles_continue_identically_from_any_point(name: str) -> None:
    random = np.random.default_rng(5)
    env = aec(name, render_mode="ansi")
    env.reset()
    while not any(env.terminations.values()):
        branches = [copy.deepcopy(env), pickle.loads(pickle.dumps(env))]  # even in the middle of a secret round
        action = int(random.choice(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])))
        for copied in (env, *branches):
            copied.step(action)
        assert len({everything_public(copied) for copied in (env, *branches)}) == 1
    together = parallel(name)
    turns = random_turns(together, 2)
    together.reset()
    for actions in turns:
        branch = pickle.loads(pickle.dumps(together))
        one, other = together.step(actions), branch.step(actions)
        assert pickle.dumps(one) == pickle.dumps(other)


def test_an_illegal_action_forfeits_the_game() -> None:
    env: Any = parallel("token-showdown")
    for actions, rewards in [((0, 1), (-1, 1)), ((1, 101), (1, -1)), ((-1, 0), (0, 0)), ((None, 1), (-1, 1))]:
        env.reset()
        _, got, terminated, truncated, _ = env.step(dict(zip(env.possible_agents, actions, strict=True)))
        assert tuple(got.values()) == rewards
        assert all(terminated.values())
        assert not any(truncated.values())
        assert env.agents == []


def test_an_illegal_action_that_raises_changes_nothing() -> None:
    env = parallel("token-showdown", illegal="raise")
    env.reset()
    with pytest.raises(IllegalAction, match=r"Player A \(player 0\) cannot choose 101; allowed: 1 to 100"):
        env.step({"player_0": 101, "player_1": 1})
    turn = aec("token-showdown", illegal="raise")
    turn.reset()
    turn.step(5)
    with pytest.raises(IllegalAction, match="cannot choose 0; allowed: 1 to 100"):
        turn.step(0)
    turn.step(7)
    env.step({"player_0": 5, "player_1": 7})
    assert env.state().tolist() == turn.state().tolist() == [95, 93, 0, 1, 0]


def test_a_forfeit_in_a_secret_round_counts_when_both_have_chosen() -> None:
    env = aec("resource-war")
    env.reset()
    env.step(11)
    assert not any(env.terminations.values())
    env.step(3)
    assert all(env.terminations.values())
    assert env.rewards == {"player_0": -1, "player_1": 1}
    env.step(None)
    env.step(None)
    with pytest.raises(IllegalAction, match=r"over: start another with reset\(\)"):
        env.step(1)


def test_a_game_that_is_cut_off_is_truncated_without_a_reward() -> None:
    env = parallel("resource-war", {"stall": 0}, max_turns=4)
    env.reset()
    for number in range(1, 5):
        observations, rewards, terminated, truncated, _ = env.step({"player_0": 0, "player_1": 0})
        assert not any(terminated.values())
        assert set(truncated.values()) == {number == 4}
        assert set(rewards.values()) == {0}
    assert [observation["action_mask"].sum() for observation in observations.values()] == [1, 1]  # no choice is left
    with pytest.raises(IllegalAction, match=r"over: start another with reset\(\)"):
        env.step({"player_0": 0, "player_1": 0})


def test_hidden_fields_appear_in_the_state_but_not_in_observations() -> None:
    env = parallel("resource-war", {"hidden": True})
    env.reset()
    observations, *_ = env.step({"player_0": 3, "player_1": 1})
    hidden = {"resource1": -1, "resource2": -1}
    state = {"bidding1": 7, "bidding2": 9, **hidden, "rounds_won1": 1, "rounds_won2": 0, "last_won": 1, "stalled": 0}
    expected = {**state, "winner": 0, "seat": 1}
    assert dict(zip(env.fields, observations["player_1"]["observation"].tolist(), strict=True)) == expected
    assert env.state().tolist()[2:4] == [2, 0]


@pytest.mark.parametrize("name", [*OURS, SIXTH])
def test_games_are_registered_with_pettingzoo(name: str) -> None:
    for kind in ("parallel", "aec"):
        env = pettingzoo.make(kind, env_id(name), max_cycles=7)
        assert (env.game, env.episode.max_turns) == (parlour.game(name), 7)
    assert pettingzoo.make("parallel", "parlour/TowerSiege-v0", rules={"tower": 4}).game.rules.tower == 4


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"game": "chess"}, "there is no game 'chess'"),
        ({"rules": {"tower": 0}}, "tower of tower-siege must be"),
        ({"illegal": "ignore"}, "illegal must be 'raise' or 'forfeit', not 'ignore'"),
        ({"max_turns": 0}, "max_turns must be a whole number of at least 1"),
        ({"render_mode": "film"}, "render_mode must be None or one of human, ansi, rgb_array, not 'film'"),
    ],
)
def test_bad_arguments_raise_errors_that_name_them(arguments: dict[str, Any], message: str) -> None:
    for make in (parallel, aec):
        with pytest.raises(ParlourError, match=message):
            make(**{"game": "tower-siege", **arguments})


def test_a_missing_action_raises() -> None:
    env = parallel("resource-war")
    env.reset()
    with pytest.raises(IllegalAction, match="the action of player_1 is missing; you gave: player_0"):
        env.step({"player_0": 1})


def test_a_game_object_works_as_well_as_a_name() -> None:
    game = parlour.game("token-showdown", tokens=30)
    assert parallel(game).game == game
    assert aec(game, {"points": 2}).game == parlour.game("token-showdown", tokens=30, points=2)
