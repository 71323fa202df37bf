"""At least one test per ruling, named after it."""

from __future__ import annotations

import re
from typing import Any

import pytest
from support import ALL, OURS, played, state_of

import parlour
from parlour.cli.new import files
from parlour.games.color_capture.rules import tie_break
from parlour.games.game import Game
from parlour.games.line import Choices
from parlour.games.resource_war.rules import settle
from parlour.match.match import Match
from parlour.match.record import dump
from parlour.match.transcript import history, transcript
from parlour.players import play_match

RULING = re.compile(r"\b[A-Z]{2,}-[0-9]+\b")
FORTIFY, ATTACK, REST, LEFT, RIGHT = 0, 1, 0, 0, 1


def after(name: str, changes: dict[str, int], *actions: int, **rules: object) -> Any:
    """The state after one turn, from the start with some fields changed."""
    game = parlour.game(name, **rules)
    return game.play(state_of(game, **changes), *actions)


# All games


@pytest.mark.parametrize("name", ALL)
def test_end_1_a_game_stopped_by_a_limit_scores_as_a_draw(name: str) -> None:
    match = play_match(parlour.game(name), max_turns=1)
    assert match.result.outcome == "unfinished"
    assert len(match.line) == 1
    assert match.game.returns(match.state) == (0, 0)


def test_end_1_the_rules_set_no_limit() -> None:
    match = Match(parlour.game("tower-siege"))
    for _ in range(10_000):
        match.play(REST)
    assert match.result.outcome == "running"


@pytest.mark.parametrize("player", [0, 1])
@pytest.mark.parametrize("name", [name for name in ALL if parlour.game(name).words.SECRET])
def test_sec_1_nobody_sees_a_sealed_choice(name: str, player: int) -> None:
    game = parlour.game(name)
    opening = before_a_secret_round(game)
    state = played(game, *opening).state
    actions, reply = game.actions(state, player), game.actions(state, 1 - player)[0]
    sealed, revealed = set(), set()
    for action in actions:
        match = played(game, *opening)
        match.choose(player, action)
        sealed.add(everything_public(match))
        match.choose(1 - player, reply)
        revealed.add(everything_public(match))
    assert len(sealed) == 1
    assert len(revealed) == len(actions) > 1  # a choice that is not secret would have been noticed


def before_a_secret_round(game: Game) -> tuple[Choices, ...]:
    """The turns that lead to the first secret round of a random match."""
    for seed in range(100):
        turns = play_match(game, seed=seed).line.choices
        for index, choices in enumerate(turns):
            if len(choices) == 2:
                return turns[:index]
    raise AssertionError(f"{game.title} has no secret round")


def everything_public(match: Match) -> str:
    views = [match.view(seat) for seat in (0, 1, None)]
    return repr((views, match.result, match.line.choices, history(match), transcript(match), dump(match)))


@pytest.mark.parametrize("name", ALL)
def test_seat_1_the_first_seat_starts_unless_both_choose(name: str) -> None:
    game = parlour.game(name)
    assert game.to_act(game.start()) in ((0,), (0, 1))


# Token Tactics


def test_tt_1_the_winner_gains_the_full_difference_even_if_the_loser_cannot_pay() -> None:
    state = after("token-tactics", {"reserve1": 2, "reserve2": 3, "turn": 2, "battle": 1}, 2, 3)
    assert (state.reserve1, state.reserve2) == (0, 1)


def test_tt_1_both_players_lose_what_they_committed() -> None:
    state = after("token-tactics", {"reserve1": 9, "reserve2": 7, "battle": 1}, 2, 5)
    assert (state.reserve1, state.reserve2) == (9 - 2 - 3, 7 - 5 + 3)


def test_tt_2_on_a_tie_nothing_changes_hands() -> None:
    state = after("token-tactics", {"battle": 1}, 4, 4)
    assert (state.reserve1, state.reserve2, state.winner) == (6, 6, 0)


@pytest.mark.parametrize("attacker", [1, 2])
def test_tt_3_the_parameter_decides_who_wins_if_both_are_empty(attacker: int) -> None:
    def winner(**rules: object) -> int:
        position = {"reserve1": 5, "reserve2": 5, "turn": attacker, "battle": 1}
        return int(after("token-tactics", position, 5, 5, **rules).winner)

    defender = 3 - attacker
    assert winner() == winner(both_empty="defender") == defender
    assert winner(both_empty="attacker") == attacker
    assert winner(both_empty="draw") == 3


@pytest.mark.parametrize("reserve", [15, 16])
def test_tt_4_a_full_reserve_must_attack(reserve: int) -> None:
    game = parlour.game("token-tactics")
    assert game.actions(state_of(game, reserve1=reserve), 0) == (ATTACK,)
    assert game.actions(state_of(game, reserve1=14), 0) == (FORTIFY, ATTACK)


def test_tt_5_start_and_cap_are_parameters() -> None:
    game = parlour.game("token-tactics", start=3, cap=4)
    state: Any = game.start()
    assert (state.reserve1, state.reserve2) == (3, 3)
    state = game.play(state, FORTIFY)
    assert game.actions(state._replace(turn=1), 0) == (ATTACK,)


def test_an_attack_is_public_but_its_size_is_secret() -> None:
    match = played(parlour.game("token-tactics"), ATTACK)
    assert match.view().choices == ((ATTACK,),)
    assert match.to_act == (0, 1)


# Token Showdown


def test_ts_1_enough_points_win_even_with_an_empty_purse() -> None:
    state = after("token-showdown", {"tokens1": 4, "tokens2": 9, "points1": 4}, 4, 3)
    assert (state.tokens1, state.winner) == (0, 1)


def test_ts_1_an_empty_purse_loses_without_enough_points() -> None:
    state = after("token-showdown", {"tokens1": 4, "tokens2": 9, "points1": 3}, 4, 3)
    assert state.winner == 2


@pytest.mark.parametrize(("points1", "points2", "winner"), [(2, 1, 1), (1, 2, 2), (2, 2, 3)])
def test_ts_2_more_points_win_if_both_purses_are_empty(points1: int, points2: int, winner: int) -> None:
    position = {"tokens1": 3, "tokens2": 3, "points1": points1, "points2": points2}
    assert after("token-showdown", position, 3, 3).winner == winner


def test_ts_3_at_most_one_player_scores_in_a_round() -> None:
    game = parlour.game("token-showdown", tokens=6)
    for bid_a in range(1, 7):
        for bid_b in range(1, 7):
            state: Any = game.play(game.start(), bid_a, bid_b)
            assert state.points1 + state.points2 <= 1


def test_ts_4_tokens_and_points_are_parameters() -> None:
    game = parlour.game("token-showdown", tokens=7, points=1)
    assert game.actions(game.start(), 1) == (1, 2, 3, 4, 5, 6, 7)
    assert game.winner(game.play(game.start(), 1, 2)) == 1


# Tower Siege


def test_sg_1_landing_on_the_other_hero_starts_a_battle() -> None:
    state = after("tower-siege", {"position1": 4, "position2": 6}, 2)
    assert (state.battle, state.turn) == (1, 1)


def test_sg_1_there_is_no_battle_at_the_bases() -> None:
    state = after("tower-siege", {}, REST)
    assert (state.position1, state.position2, state.battle) == (0, 0, 0)


def test_sg_1_reaching_the_tower_wins_at_once() -> None:
    state = after("tower-siege", {"position1": 8, "position2": 9}, 2)
    assert (state.winner, state.battle) == (1, 0)


def test_sg_2_a_move_may_not_pass_the_tower() -> None:
    game = parlour.game("tower-siege")
    assert game.actions(state_of(game, position1=7), 0) == (1, 2, 3)
    assert game.actions(state_of(game, position1=8), 0) == (1, 2)
    assert game.actions(state_of(game, position1=9), 0) == (1,)


def test_sg_3_an_empty_hand_fights_with_strength_0() -> None:
    fight = {"position1": 4, "position2": 4, "battle": 1}
    game = parlour.game("tower-siege")
    assert game.actions(state_of(game, **fight, hand1=0), 0) == (0,)
    lost = after("tower-siege", {**fight, "hand1": 0}, 0, 1)
    assert (lost.position1, lost.position2, lost.hand1) == (0, 4, 0)
    tied = after("tower-siege", {**fight, "hand1": 0, "hand2": 0}, 0, 0)
    assert (tied.position1, tied.position2) == (0, 0)


def test_sg_4_rest_with_a_full_hand_passes_the_turn() -> None:
    state = after("tower-siege", {}, REST)
    assert state == state_of(parlour.game("tower-siege"), turn=2)


def test_sg_5_passing_the_other_hero_starts_no_battle() -> None:
    state = after("tower-siege", {"position1": 4, "position2": 5}, 2)
    assert (state.position1, state.battle, state.turn) == (6, 0, 2)


def test_sg_6_tower_stride_and_cards_are_parameters() -> None:
    game = parlour.game("tower-siege", tower=4, stride=2, cards=3)
    assert game.actions(game.start(), 0) == (0, 1, 2)
    assert game.winner(played(game, 2, 1, 2).state) == 0
    fight = played(game, 2, 2)
    assert fight.view(0).actions == (1, 2, 3)


def test_the_hero_with_the_higher_card_stays_and_a_tie_sends_both_back() -> None:
    fight = {"position1": 4, "position2": 4, "battle": 1, "turn": 2}
    won = after("tower-siege", fight, 3, 2)
    assert (won.position1, won.position2, won.turn) == (4, 0, 1)
    tied = after("tower-siege", fight, 3, 3)
    assert (tied.position1, tied.position2) == (0, 0)
    assert tied.hand1 == tied.hand2 == 0b11011


# Color Capture


def test_cc_1_the_first_majority_wins_at_once() -> None:
    state = after("color-capture", {"red1": 2}, LEFT)
    assert (state.red1, state.winner, state.remaining) == (3, 1, 14)


def test_cc_2_positions_are_numbered_again_after_each_pick() -> None:
    from parlour.games.color_capture.words import row

    state: Any = played(parlour.game("color-capture"), LEFT, RIGHT).state
    numbers, tokens = row(state, 100)
    assert numbers.split()[1:] == [str(n) for n in range(1, 14)]
    assert tokens.split()[1:] == list("BGRBGRBGRBGRB")


def test_cc_3_the_tie_breaks_apply_in_order() -> None:
    assert tie_break(2, 0, 0, 1, 0, 0) == 1  # most tokens
    assert tie_break(1, 0, 0, 1, 1, 0) == 2
    assert tie_break(2, 1, 0, 1, 1, 1) == 1  # then the highest single colour
    assert tie_break(1, 1, 1, 0, 2, 1) == 2
    assert tie_break(2, 2, 0, 2, 1, 1) == 1  # then the second highest
    assert tie_break(2, 1, 1, 0, 2, 2) == 2
    assert tie_break(2, 1, 0, 0, 1, 2) == 3  # then a draw


@pytest.mark.parametrize("repeats", [2, 4])
def test_cc_3_a_row_that_runs_out_is_a_draw(repeats: int) -> None:
    """Without a majority both players hold exactly half of every colour."""
    game = parlour.game("color-capture", repeats=repeats)
    ended = set()

    def walk(state: Any) -> None:
        if game.is_over(state):
            if game.is_draw(state):
                assert state.remaining == 0
                assert (state.red1, state.blue1, state.green1) == (state.red2, state.blue2, state.green2)
            else:
                assert max(state[2:8]) == repeats // 2 + 1
            ended.add(state.winner)
            return
        for action in game.actions(state, state.turn - 1):
            walk(game.play(state, action, action))

    walk(game.start())
    assert ended == {1, 2, 3}


def test_cc_3_the_last_token_is_offered_once() -> None:
    game = parlour.game("color-capture", repeats=2)
    assert game.actions(state_of(game, remaining=1), 0) == (LEFT,)


def test_cc_4_repeats_is_a_parameter() -> None:
    game = parlour.game("color-capture", repeats=1)
    assert game.winner(game.play(game.start(), RIGHT)) == 0
    start: Any = parlour.game("color-capture", repeats=7).start()
    assert start.remaining == 21


# Resource War


def test_rw_1_the_tie_breaks_apply_in_order() -> None:
    assert [settle(1, -9, -9, 2), settle(-1, 9, 9, 1)] == [1, 2]
    assert [settle(0, 1, -9, 2), settle(0, -1, 9, 1)] == [1, 2]
    assert [settle(0, 0, 1, 2), settle(0, 0, -1, 1)] == [1, 2]
    assert [settle(0, 0, 0, 1), settle(0, 0, 0, 2)] == [1, 2]


def test_rw_1_the_third_tie_break_counts_bidding_points_before_the_last_bid() -> None:
    position = {"bidding1": 1, "bidding2": 2, "resource1": 2, "resource2": 1, "rounds_won2": 1, "rounds_won1": 2}
    state = after("resource-war", position, 1, 2)
    assert (state.resource1, state.resource2, state.rounds_won1, state.rounds_won2) == (2, 2, 2, 2)
    assert state.winner == 2


def test_rw_1_the_last_decided_round_is_the_last_tie_break() -> None:
    position = {"bidding1": 2, "bidding2": 2, "last_won": 1, "rounds_won1": 1, "rounds_won2": 1}
    assert after("resource-war", position, 2, 2).winner == 1


def test_rw_2_a_game_without_a_decided_round_is_a_draw() -> None:
    assert after("resource-war", {}, 10, 10).winner == 3


def test_rw_3_three_rounds_without_bids_end_the_game() -> None:
    game = parlour.game("resource-war")
    assert game.is_draw(played(game, (0, 0), (0, 0), (0, 0)).state)
    assert not game.is_over(played(game, (0, 0), (0, 0), (1, 1), (0, 0), (0, 0)).state)
    settled = played(game, (2, 1), (0, 0), (0, 0), (0, 0))
    assert game.winner(settled.state) == 0


def test_rw_3_a_stall_of_0_never_ends_the_game() -> None:
    game = parlour.game("resource-war", stall=0)
    assert not game.is_over(played(game, *[(0, 0)] * 50).state)


def test_rw_4_points_and_target_are_parameters() -> None:
    game = parlour.game("resource-war", points=15, target=4)
    assert game.actions(game.start(), 0)[-1] == 15
    assert game.winner(game.play(game.start(), 1, 5)) == 1


def test_rw_4_resource_points_can_be_hidden_until_the_end() -> None:
    match = played(parlour.game("resource-war", hidden="yes"), (3, 1))
    for seat in (0, 1, None):
        shown: Any = match.view(seat).state
        assert (shown.resource1, shown.resource2, shown.bidding1) == (-1, -1, 7)
    match.play(7, 0)
    over: Any = match.view().state
    assert (over.resource1, over.winner) == (9, 1)


def test_the_lead_in_resource_points_is_the_difference_in_points_spent() -> None:
    for seed in range(50):
        state: Any = play_match(parlour.game("resource-war"), seed=seed).state
        assert state.resource1 - state.resource2 == state.bidding2 - state.bidding1


def test_every_ruling_of_every_rulebook_has_a_test() -> None:
    rulings = {ruling for name in OURS for ruling in rulings_of(name)}
    tested = set(re.findall(r"^test_([a-z]+_[0-9]+)_", "\n".join(globals()), re.MULTILINE))
    assert {ruling.lower().replace("-", "_") for ruling in rulings} == tested


@pytest.mark.parametrize("name", OURS)
def test_rulings_are_numbered_without_gaps_and_named_in_the_rules(name: str) -> None:
    shared = {"END", "SEC", "SEAT"}  # rulings for all games
    own = [ruling.split("-") for ruling in rulings_of(name) if ruling.split("-")[0] not in shared]
    assert [number for _, number in own] == [str(number) for number in range(1, len(own) + 1)]
    assert len({prefix for prefix, _ in own}) <= 1
    source = (parlour.game(name).folder / "rules.py").read_text()
    first, last = (own[0][0] + "-1", f"{own[0][0]}-{len(own)}") if own else ("", "")
    assert (first if first == last else f"{first} to {last}") in source


@pytest.mark.parametrize("name", OURS)
def test_rulings_that_the_code_names_are_in_the_rulebook(name: str) -> None:
    folder = parlour.game(name).folder
    assert unexplained([path.read_text() for path in folder.glob("*.py")], parlour.game(name).rulebook()) == set()


@pytest.mark.parametrize("template", ["secret", "turns", "board"])
def test_rulings_that_the_code_of_a_new_game_names_are_in_its_rulebook(template: str) -> None:
    texts = files("undercut", "undercut", template)
    code = [text for path, text in texts.items() if path.endswith(".py")]
    assert unexplained(code, texts["undercut/RULES.md"]) == set()
    assert unexplained(code, "") == {"UN-1"}


def unexplained(code: list[str], rulebook: str) -> set[str]:
    """The rulings that code names and the rulebook does not explain."""
    return set(RULING.findall("\n".join(code))) - set(headed(rulebook))


def rulings_of(name: str) -> list[str]:
    """The rulings that RULES.md of a game explains, such as `TT-1`."""
    return headed(parlour.game(name).rulebook())


def headed(rulebook: str) -> list[str]:
    headings = re.findall(r"^- \*\*(.+?)\*\*", rulebook, re.MULTILINE)
    return [ruling for heading in headings for ruling in RULING.findall(heading)]
