"""What a hint says about a position."""

from __future__ import annotations

import re
from functools import partial
from random import Random

import pytest

import parlour
from parlour.coach.hints import favoured_line, hint_lines, runs_of, sample_lines, seat_lines
from parlour.match.match import Match
from parlour.solver.exact.certificate import Certificate
from parlour.solver.memory import solution_of
from parlour.solver.solution import Solution
from parlour.terminal.play.input import interpret

WAR = parlour.game("resource-war")
WIDE = "WideProof: values are proved only to within 0.5, so smaller losses cannot be detected."


def test_a_hint_names_the_best_move_and_the_loss_of_the_others() -> None:
    siege = parlour.game("tower-siege", tower=6, cards=3)
    lines = hint_lines(solution_of(siege), Match(siege).view(0))
    assert lines[0] == "This position is as good as won for you with perfect play."
    assert re.fullmatch(r"Best: move \d\.", lines[1])
    assert "rest (2.00)" in lines[2]


def test_a_hint_for_a_secret_choice_is_a_mix() -> None:
    lines = hint_lines(solution_of(WAR), Match(WAR).view(1))
    assert lines[0] == "This position is worth 0.00 to you (+1 is a win, -1 a defeat)."
    assert lines[1].startswith("Best is a secret mix: bid ")
    percentages = [int(number) for number in re.findall(r"\((\d+)%\)", lines[1])]
    assert percentages == sorted(percentages, reverse=True)
    assert 80 <= sum(percentages) <= 101
    assert lines[2].startswith("Loss of each choice: bid 0 to bid 4 (none), bid 5 (0.")
    assert lines[2].endswith(" A win and a defeat are 2.00 apart.")
    assert lines[3] == "Type hint draw to have a choice drawn for you."


def test_a_hint_names_no_chance_that_is_a_rounding_error() -> None:
    siege = parlour.game("tower-siege")
    match = Match.at(parlour.Line(siege, [(3,), (3,)]))
    smallest = min(solution_of(siege).policy(match.state, 0).values())
    assert 0 < smallest < 1e-9
    assert hint_lines(solution_of(siege), match.view(0))[1] == "Best is a secret mix: card 5 (>99%), card 1 (<1%)."


def test_many_choices_with_different_losses_are_joined_to_a_few_ranges() -> None:
    showdown = parlour.game("token-showdown")
    solution, view = solution_of(showdown), Match(showdown).view(0)
    losses = solution.losses(showdown.start(), 0)
    runs = runs_of(losses)
    assert [action for run in runs for action in run] == list(losses)
    assert 2 < len(runs) <= 6
    assert all(len({losses[action] == 0.0 for action in run}) == 1 for run in runs)
    line = hint_lines(solution, view)[2]
    assert line.startswith("Loss of each choice: bid 1 to bid 23 (none), bid 24 to bid 27 (0.05 to 0.21), ")


def test_a_hint_names_every_action_in_words_that_can_be_typed() -> None:
    siege = parlour.game("tower-siege", tower=6, cards=3)
    view = Match(siege).view(0)
    line = hint_lines(solution_of(siege), view)[2]
    assert all(siege.label(view.state, 0, action) in line for action in view.actions)
    question = siege.words.ask(siege.rules, view.state)[0]
    for action in view.actions:
        assert interpret(siege.label(view.state, 0, action), question, partial(siege.label, view.state, 0)) == action


def test_a_hint_in_a_lost_position_names_the_try_that_is_hardest_to_answer() -> None:
    match = Match(parlour.game("color-capture"))
    for action in (0, 0, 0, 0, 1):
        match.play(action)
    game, solution = match.game, solution_of(match.game)
    wins = [
        [solution.value(game.play(game.play(match.state, None, action), reply)) == 1.0 for reply in (0, 1)]
        for action in (0, 1)
    ]
    assert sorted(map(sum, wins)) == [1, 2]  # after one of the choices, Player 1 can still go wrong
    assert hint_lines(solution, match.view(1)) == [
        "This position is lost for you against perfect play.",
        "Hardest to answer: take position 10: Blue. 1 of 2 possible replies keeps the win for Player 1.",
        "No choice has a loss here.",
    ]


def test_a_lost_secret_round_has_one_advice_and_no_mix() -> None:
    game = parlour.game("resource-war")
    match = Match(game)
    for bids in ((2, 4), (3, 0), (2, 1)):
        match.play(*bids)
    assert hint_lines(solution_of(game), match.view(0)) == [
        "This position is lost for you against perfect play.",
        "Hardest to answer: bid 0. 3 of 6 possible replies keep the win for Player 2.",
        "No choice has a loss here.",
    ]


def test_without_a_try_that_is_harder_than_the_others_there_is_none() -> None:
    match = Match(parlour.game("color-capture"))
    match.play(0)
    lines = hint_lines(solution_of(match.game), match.view(1))
    assert lines[1].startswith("Best: ")


def test_the_value_is_for_the_player_who_asks() -> None:
    capture = parlour.game("color-capture")
    match = Match(capture)
    assert hint_lines(solution_of(capture), match.view(0))[0].startswith("This position is won for you")
    match.play(0)
    assert hint_lines(solution_of(capture), match.view(1))[0].startswith("This position is lost for you")


def test_hint_draw_draws_from_the_mix() -> None:
    solution, view = solution_of(WAR), Match(WAR).view(0)
    drawn = {sample_lines(solution, view, Random(seed))[1] for seed in range(300)}
    assert drawn <= {f"Drawn for you: bid {action}." for action in solution.policy(WAR.start(), 0)}
    assert len(drawn) > 4


@pytest.mark.parametrize("hidden", [False, True])
def test_a_hint_does_not_depend_on_what_the_opponent_has_sealed(hidden: bool) -> None:
    game = parlour.game("resource-war", points=5, target=4, hidden=hidden)
    hints = set()
    for sealed in range(4):
        match = Match(game)
        match.play(2, 1)
        match.choose(0, min(sealed, 3))
        view, solution = match.view(1), solution_of(game)
        hints.add((*hint_lines(solution, view), *sample_lines(solution, view, Random(7))))
    assert len(hints) == 1


def test_a_hint_names_a_proof_that_is_too_wide(monkeypatch: pytest.MonkeyPatch) -> None:
    solution = solution_of(WAR)
    monkeypatch.setattr(Solution, "certificate", property(lambda _: Certificate(-1.0, 1.0, 0.5)))
    assert hint_lines(solution, Match(WAR).view(0))[-1] == WIDE


def test_a_seat_says_whether_it_begins_and_is_favoured() -> None:
    siege = parlour.game("tower-siege", tower=4)
    assert seat_lines(parlour.game("token-showdown"), 0.0) == ["Player A", "Player B"]
    assert seat_lines(siege, None) == ["Player 1: begins", "Player 2"]
    assert seat_lines(siege, 0.5) == ["Player 1: begins, favoured", "Player 2"]
    assert seat_lines(siege, -0.5) == ["Player 1: begins", "Player 2: favoured"]


@pytest.mark.parametrize(
    ("value", "line"),
    [
        (None, ""),
        (0.001, "Neither seat is favoured: perfect play is even."),
        (1.0, "Player 1 is favoured: with perfect play that seat wins."),
        (0.9993, "Player 1 is favoured: with perfect play that seat almost always wins."),
        (-0.25, "Player 2 is favoured: with perfect play that seat is worth +0.25 (+1 is a win)."),
    ],
)
def test_it_is_known_which_seat_is_favoured(value: float | None, line: str) -> None:
    assert favoured_line(parlour.game("tower-siege"), value) == line
