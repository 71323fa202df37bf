"""Observations and masks lie in their spaces for any variant, and the page of each game describes them correctly."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from hypothesis import given, settings
from support import ALL, OURS, matches

import parlour
from parlour.envs import env_id
from parlour.envs.spaces import Spaces
from parlour.match.match import Match

PAGES = Path(__file__).parents[2] / "docs" / "games"


@settings(max_examples=60, deadline=None)
@given(matches())
def test_observations_lie_in_their_space_and_masks_follow_the_rules(match: Match) -> None:
    game, state = match.game, match.state
    spaces = Spaces(game)
    assert spaces.state_space().contains(spaces.full_state(state))
    for seat in (0, 1):
        legal = spaces.options(state, seat) if seat in game.to_act(state) else ()
        observation, mask = spaces.observation(state, seat), spaces.mask(legal)
        assert spaces.masked_observation_space().contains({"observation": observation, "action_mask": mask})
        assert observation.tolist() == [*game.shown(state), seat]
        assert tuple(legal) == game.actions(state, seat)
        assert tuple(np.flatnonzero(mask)) == (game.actions(state, seat) or (0,))


@pytest.mark.parametrize("name", OURS)
def test_the_page_lists_the_spaces(name: str) -> None:
    env = gymnasium.make(env_id(name))
    box: Any = env.observation_space
    row = f"| `{env_id(name)}` | {box.shape[0]} numbers | `{env.action_space}` | {box.dtype} |"
    assert row in (PAGES / f"{name}.md").read_text()


@pytest.mark.parametrize("name", OURS)
def test_the_page_lists_every_field_and_its_range(name: str) -> None:
    game = parlour.game(name)
    part = (PAGES / f"{name}.md").read_text().partition("\n## Environment\n")[2].partition("\n## ")[0]
    listed: dict[str, tuple[int, int]] = {}
    for fields, values in re.findall(r"^\| (`.*?`) \| (\d.*?) \|", part, re.M):
        numbers = [int(number) for number in re.findall(r"\d+", values)]
        listed |= dict.fromkeys(re.findall(r"`(\w+)`", fields), (numbers[0], numbers[-1]))
    lowest, highest = game.bounds()
    assert listed == {field: (getattr(lowest, field), getattr(highest, field)) for field in lowest._fields}


@pytest.mark.parametrize("name", ALL)
def test_names_are_versioned(name: str) -> None:
    assert re.fullmatch(r"parlour/[A-Z][A-Za-z]+-v0", env_id(name))
    assert env_id(name) in gymnasium.registry
