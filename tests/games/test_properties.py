"""Properties of every game, with any parameters and in any position."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import ALL, OURS, matches

import parlour
from parlour import IllegalAction
from parlour.match.match import Match
from parlour.players import play_match


@given(matches())
def test_every_field_stays_within_its_bounds(match: Match) -> None:
    low, high = match.game.bounds()
    assert all(a <= b <= c for a, b, c in zip(low, match.state, high, strict=True))
    assert all(type(value) is int for value in match.state)


@given(matches())
def test_totals_are_never_negative(match: Match) -> None:
    assert min(match.state._asdict().values()) >= 0


@given(matches())
def test_a_game_is_exactly_one_of_running_won_and_drawn(match: Match) -> None:
    game, state = match.game, match.state
    running, won, drawn = bool(game.to_act(state)), game.winner(state) is not None, game.is_draw(state)
    assert running + won + drawn == 1
    assert game.is_over(state) == (not running)
    assert sum(game.returns(state)) == 0
    assert (1 in game.returns(state)) == won


@given(matches(), st.integers(-3, 10_003))
def test_listed_actions_are_legal_and_all_others_are_rejected(match: Match, other: int) -> None:
    game, state = match.game, match.state
    legal = [game.actions(state, player) for player in (0, 1)]
    for player in (0, 1):
        assert bool(legal[player]) == (player in game.to_act(state))
        assert list(legal[player]) == sorted(set(legal[player]))
    for player in game.to_act(state):
        chosen = [actions[0] if actions else 0 for actions in legal]
        for action in legal[player]:
            chosen[player] = action
            game.play(state, *chosen)
        if other not in legal[player]:
            chosen[player] = other
            with pytest.raises(IllegalAction):
                game.play(state, *chosen)


@given(matches(most=15), st.data())
def test_the_action_of_a_player_not_to_act_changes_nothing(match: Match, data: st.DataObject) -> None:
    game, state = match.game, match.state
    if len(game.to_act(state)) == 1:
        player = game.to_act(state)[0]
        action, junk = data.draw(st.sampled_from(game.actions(state, player))), data.draw(st.integers())
        pairs = [(action, junk), (action, None)] if player == 0 else [(junk, action), (None, action)]
        assert game.play(state, *pairs[0]) == game.play(state, *pairs[1])


@given(matches(most=25))
def test_words_cover_every_position_and_every_legal_action(match: Match) -> None:
    game = match.game
    words, rules, shown = game.words, game.rules, match.view().state
    assert words.welcome(rules)
    for line in words.board(rules, shown):
        assert sum(len(span.text) for span in line) <= 78
    if game.is_over(match.state):
        assert any(line.strip() for line in words.ending(rules, match.state))
        return
    words.heading(rules, shown, 1, 80)
    questions = words.ask(rules, shown)
    assert sorted(question.player for question in questions) == list(game.to_act(match.state))
    for question in questions:
        reachable: list[Any] = []
        for meaning in question.answers.values():
            reachable += [meaning] if isinstance(meaning, int) else list(meaning.answers.values())
        assert sorted(reachable) == list(game.actions(match.state, question.player))
        assert all(game.label(match.state, question.player, action) for action in reachable)


@given(matches())
def test_masking_a_masked_state_changes_nothing(match: Match) -> None:
    shown = match.game.shown(match.state)
    assert match.game.shown(shown) == shown


@pytest.mark.parametrize("name", ALL)
def test_a_game_says_whether_it_has_secret_rounds(name: str) -> None:
    game = parlour.game(name)
    secret = any(len(turn.actors) == 2 for seed in range(5) for turn in play_match(game, seed=seed).line.turns)
    assert secret == game.words.SECRET


@pytest.mark.parametrize("name", OURS)
def test_rules_are_pure_functions_that_import_nothing_but_typing(name: str) -> None:
    path = Path(parlour.game(name).folder) / "rules.py"
    tree = ast.parse(path.read_text())
    forbidden = (ast.Try, ast.Raise, ast.List, ast.Dict, ast.Set, ast.ListComp, ast.Global, ast.Lambda)
    for node in ast.walk(tree):
        assert not isinstance(node, forbidden), ast.unparse(node)
        if isinstance(node, ast.Import | ast.ImportFrom):
            assert ast.unparse(node) == "from typing import NamedTuple"


def test_the_token_tactics_settlement_in_closed_form() -> None:
    """Each reserve loses what the other side committed, down to 0: an independent way to the same numbers."""
    game = parlour.game("token-tactics", start=6)
    for commit1 in range(1, 7):
        for commit2 in range(7):
            state: Any = game.play(game.play(game.start(), 1), commit1, commit2)
            assert (state.reserve1, state.reserve2) == (max(0, 6 - commit2), max(0, 6 - commit1))
