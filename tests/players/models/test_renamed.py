"""The renamed games have other words and other numbers, and are the same games."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from players.models.reading import read_prompt
from players.models.test_prompts import told
from support import SIXTH, matches, with_file

import parlour
from parlour.games.renamed import SCALES, RenamedGame
from parlour.games.vocabulary import fold
from parlour.match.match import Match
from parlour.players.base import Unavailable
from parlour.players.models.replies import read
from parlour.players.models.wording import form, usual_forms, wording_of

RENAMED = with_file("renamed.py")
SEEDS = st.integers(0, 30)
NAMES = {
    "token-tactics": "tactics token fortify attack commit defend defender attacker reserve battle bank",
    "token-showdown": "showdown token bid purse victory point points",
    "tower-siege": "siege tower hero card rest move battle base position hand P1 P2 strength",
    "color-capture": "capture color colour token red blue green majority position take left right row collection",
    "resource-war": "war resource bid bidding point points round rounds",
}


@settings(max_examples=120)
@given(st.sampled_from(RENAMED).flatmap(matches), SEEDS)
def test_every_legal_action_has_one_name_and_is_read_back_from_it(match: Match, seed: int) -> None:
    wording = wording_of(match.game, seed)
    for seat in match.to_act:
        view = match.view(seat)
        labels = {wording.label(view.state, seat, action): action for action in view.actions}
        assert len({fold(label) for label in labels}) == len(view.actions)
        forms = (*usual_forms(wording), *map(form, labels))
        for label, action in labels.items():
            assert read(f'{{"action": "{label}"}}', False, labels, forms).meaning == action


@settings(max_examples=80)
@given(st.sampled_from(RENAMED).flatmap(matches), SEEDS)
def test_the_same_position_can_be_worked_out_from_the_renamed_prompt(match: Match, seed: int) -> None:
    for seat in match.to_act:
        asked = read_prompt(told(match, seat, renamed=seed), wording_of(match.game, seed))
        assert (asked.state, asked.seat, asked.choices) == (match.state, seat, match.line.choices)


@settings(max_examples=80)
@given(st.sampled_from(RENAMED).flatmap(matches), SEEDS)
def test_two_positions_look_the_same_only_if_they_do_in_the_games_own_words(match: Match, seed: int) -> None:
    own, renamed = wording_of(match.game), wording_of(match.game, seed)
    for turn, after in pairwise(match.line.public_turns):
        for one, other in ((turn.before, after.before), (after.before, after.after)):
            if own.situation(one, 1) != own.situation(other, 1):
                assert renamed.situation(one, 1) != renamed.situation(other, 1)


@settings(max_examples=100)
@given(st.sampled_from(RENAMED).flatmap(matches), SEEDS)
def test_no_name_of_the_game_survives(match: Match, seed: int) -> None:
    game = match.game
    forbidden = [*NAMES[game.name].split(), *game.words.PLAYERS, game.title, "parlour"]
    for seat in match.to_act:
        text = "\n".join(message["content"] for message in told(match, seat, legal_actions=True, renamed=seed))
        for name in forbidden:
            assert not re.search(rf"\b{name}s?\b", text, re.I), name


@pytest.mark.parametrize("name", RENAMED)
def test_the_list_of_names_is_not_empty_talk(name: str) -> None:
    """Each of the names above, and each word of a label, is in the game's own prompt."""
    text = "\n".join(message["content"] for message in told(Match(parlour.game(name)), 0))
    labels = " ".join(usual_forms(wording_of(parlour.game(name)))).lower()
    for word in NAMES[name].split():
        assert re.search(rf"\b{word}", text, re.I), word
    for word in set(re.findall(r"[a-z]{3,}", labels)) - {"with"}:
        assert word in NAMES[name].lower().split(), word


@pytest.mark.parametrize("name", RENAMED)
def test_rules_are_filled_in_and_change_with_the_variant(name: str) -> None:
    game = parlour.game(name)
    text = wording_of(game, 1).rules()
    assert "$" not in text
    for field, allowed in game.allowed_rules().items():
        other: Any = allowed[-1] if isinstance(allowed[0], str) else getattr(game.rules, field) + 1
        assert wording_of(parlour.game(name, **{field: other}), 1).rules() != text, field
    assert len({wording_of(game, seed).rules() for seed in range(10)}) > 5


def test_amounts_have_another_scale() -> None:
    wording = wording_of(parlour.game("resource-war"), 4)
    assert isinstance(wording, RenamedGame)
    assert wording.scale in SCALES
    assert wording.label(wording.game.start(), 0, 5).endswith(f" {5 * wording.scale}")
    assert f"starts with {10 * wording.scale} {wording.units}" in wording.rules()
    assert f"reaches {7 * wording.scale} wins" in wording.rules()


def test_a_game_from_elsewhere_has_no_renamed_form() -> None:
    with pytest.raises(Unavailable, match=r"odds-and-evens has no renamed form: there is no renamed\.py in its folder"):
        wording_of(parlour.game(SIXTH), 1)
