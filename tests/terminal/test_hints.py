"""Hints at the prompt, and the review after the game."""

from __future__ import annotations

import io
import re
from functools import partial
from pathlib import Path
from random import Random

import pytest
from support import OURS, SIXTH, state_of

import parlour
from parlour.coach.hints import hint_lines, runs_of, sample_lines
from parlour.coach.reviews import own_choices, review_lines
from parlour.match.match import Match
from parlour.players.solution_cache import solution_of
from parlour.solver.certificate import Certificate
from parlour.solver.solution import Solution
from parlour.terminal.console.console import Console
from parlour.terminal.console.interrupts import Terminated
from parlour.terminal.matches.autosave import Autosave
from parlour.terminal.play.commands import help_lines, interpret
from parlour.terminal.play.session import Quit, Session
from terminal.keyboard_session import PtySession

WAR = parlour.game("resource-war")
SMALL = ("token-showdown", "--set", "tokens=6", "--set", "points=2")
BID = "Player A, enter your bid: "


# Hints


def test_a_hint_names_the_best_move_and_what_others_give_away() -> None:
    siege = parlour.game("tower-siege", tower=6, cards=3)
    lines = hint_lines(solution_of(siege), Match(siege).view(0))
    assert lines[0] == "This position is won for you with perfect play."
    assert re.fullmatch(r"Best: move \d\.", lines[1])
    assert "rest (2.00)" in lines[2]


def test_a_hint_for_a_secret_choice_is_a_mix() -> None:
    lines = hint_lines(solution_of(WAR), Match(WAR).view(1))
    assert lines[0] == "This position is worth 0.00 to you (+1 is a win, -1 a loss)."
    assert lines[1].startswith("Best is a secret mix: bid ")
    percentages = [int(number) for number in re.findall(r"\((\d+)%\)", lines[1])]
    assert percentages == sorted(percentages, reverse=True)
    assert 80 <= sum(percentages) <= 101
    assert lines[2].startswith("What each choice gives away: bid 0 to bid 4 (nothing), bid 5 (0.")
    assert lines[2].endswith(" A win and a loss are 2.00 apart.")
    assert lines[3] == "Type hint draw to have a choice drawn for you."


def test_many_choices_that_cost_different_amounts_are_joined_to_a_few_ranges() -> None:
    showdown = parlour.game("token-showdown")
    solution, view = solution_of(showdown), Match(showdown).view(0)
    losses = solution.losses(showdown.start(), 0)
    runs = runs_of(losses)
    assert [action for run in runs for action in run] == list(losses)
    assert 2 < len(runs) <= 6
    assert all(len({losses[action] == 0.0 for action in run}) == 1 for run in runs)
    line = hint_lines(solution, view)[2]
    assert line.startswith("What each choice gives away: bid 1 to bid 23 (nothing), bid 24 to bid 27 (0.05 to 0.21), ")


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
    for decision in (0, 0, 0, 0, 1):
        match.decide(decision)
    game, solution = match.game, solution_of(match.game)
    wins = [
        [solution.value(game.play(game.play(match.state, None, action), reply)) == 1.0 for reply in (0, 1)]
        for action in (0, 1)
    ]
    assert sorted(map(sum, wins)) == [1, 2]  # after one of the choices, Player 1 can still go wrong
    assert hint_lines(solution, match.view(1)) == [
        "This position is lost for you against perfect play.",
        "Hardest to answer: take position 10: Blue. 1 of 2 possible replies keeps the win for Player 1.",
        "No choice gives anything away here.",
    ]


def test_a_lost_secret_round_has_one_advice_and_no_mix() -> None:
    game = parlour.game("resource-war")
    match = Match(game)
    for decision in ((2, 4), (3, 0), (2, 1)):
        match.decide(decision)
    assert hint_lines(solution_of(game), match.view(0)) == [
        "This position is lost for you against perfect play.",
        "Hardest to answer: bid 0. 3 of 6 possible replies keep the win for Player 2.",
        "No choice gives anything away here.",
    ]


def test_without_a_try_that_is_harder_than_the_others_there_is_none() -> None:
    match = Match(parlour.game("color-capture"))
    match.decide(0)
    lines = hint_lines(solution_of(match.game), match.view(1))
    assert lines[1].startswith("Best: ")


def test_hints_and_reviews_name_a_proof_that_is_too_wide(monkeypatch: pytest.MonkeyPatch) -> None:
    solution = solution_of(WAR)
    monkeypatch.setattr(Solution, "certificate", property(lambda _: Certificate(-1.0, 1.0, 0.5)))
    line = "WideProof: values are proved only to within 0.5, so smaller losses cannot be detected."
    assert hint_lines(solution, Match(WAR).view(0))[-1] == line
    assert review_lines(solution, ((10, 0),), 0)[-1] == line


def test_the_value_is_for_the_player_who_asks() -> None:
    capture = parlour.game("color-capture")
    match = Match(capture)
    assert hint_lines(solution_of(capture), match.view(0))[0].startswith("This position is won for you")
    match.decide(0)
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
        match.decide((2, 1))
        match.choose(0, min(sealed, 3))
        view, solution = match.view(1), solution_of(game)
        hints.add((*hint_lines(solution, view), *sample_lines(solution, view, Random(7))))
    assert len(hints) == 1


@pytest.mark.parametrize("name", [*OURS, SIXTH])
def test_every_game_has_hints(name: str) -> None:
    small = {"token-showdown": {"tokens": 8}, "tower-siege": {"tower": 6, "cards": 3}}.get(name, {})
    game = parlour.game(name, **small)
    shown = output_of(Match(game, ("human", "random"), 1), "hint\nquit\n")
    assert "This position is " in shown
    assert "Best" in shown or "Hardest to answer: " in shown


def test_help_offers_hints_only_against_a_computer() -> None:
    question = WAR.words.ask(WAR.rules, WAR.start())[0]
    assert any(line.startswith("  hint ") for line in help_lines(WAR, WAR.start(), question))
    assert not any("hint" in line for line in help_lines(WAR, WAR.start(), question, hints=False))


def output_of(match: Match, typed: str) -> str:
    """The output of a session for someone in the first seat who types this and quits."""
    out = io.StringIO()
    second = None if match.seats[1] == "human" else parlour.players.player(match.seats[1])
    session = Session(match, (None, second), Console(io.StringIO(typed), out, {}), Autosave(None))
    with pytest.raises(Quit):
        session.run()
    return out.getvalue()


def test_two_people_get_no_hints_and_the_reason() -> None:
    shown = output_of(Match(parlour.game("color-capture")), "hint\n?\nquit\n")
    assert "Hints are only for games against a computer" in shown
    assert "Best" not in shown


def test_a_variant_too_large_to_solve_has_no_hint() -> None:
    vast = parlour.game("tower-siege", tower=1000, cards=20)
    shown = output_of(Match(vast, ("human", "random")), "hint\nquit\n")
    assert "Sorry, there is no hint:" in shown
    assert "too large to solve" in shown.replace("\n", " ")


class Unsolvable(Exception):
    pass


@pytest.mark.parametrize(
    ("error", "shown"),
    [
        (Unsolvable("a defect"), "Sorry, there is no hint: unexpected error: Unsolvable('a defect')"),
        (OSError(28, "No space left on device"), "Sorry, there is no hint: unexpected error: OSError(28,"),
        (MemoryError(), "Sorry, there is no hint: unexpected error: MemoryError()"),
        (parlour.BadGame("the rules do not compile"), "Sorry, there is no hint: the rules do not compile"),
        (KeyboardInterrupt(), "Interrupted: there is no hint."),
    ],
)
def test_a_hint_that_fails_leaves_the_match_running(
    error: BaseException, shown: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_: object) -> None:
        raise error

    monkeypatch.setattr("parlour.terminal.solved.solve_with_bar", fail)
    match = Match(parlour.game("color-capture"), ("human", "random"))
    assert shown in output_of(match, "hint\n1\nquit\n")
    assert len(match.decisions) == 2


def test_a_closed_terminal_ends_the_match_even_during_a_hint(monkeypatch: pytest.MonkeyPatch) -> None:
    def hang_up(_: object) -> None:
        raise Terminated

    monkeypatch.setattr("parlour.terminal.solved.solve_with_bar", hang_up)
    console = Console(io.StringIO("hint\n1\n"), io.StringIO(), {})
    session = Session(
        Match(WAR, ("human", "random")), (None, parlour.players.player("random")), console, Autosave(None)
    )
    with pytest.raises(Terminated):
        session.run()


# The review


def test_the_review_begins_with_the_turning_point_and_ends_with_the_total() -> None:
    game = parlour.game("token-showdown", tokens=6, points=2)
    solution = solution_of(game)
    decisions = ((1, 1), (5, 1))
    lines = review_lines(solution, decisions, 0)
    choices = own_choices(solution, decisions, 0)
    assert [decision.number for decision, _ in choices] == [1, 2]
    assert [choice.loss for _, choice in choices] == [
        solution.loss(game.start(), 0, 1),
        solution.loss(state_of(game, tokens1=5, tokens2=5), 0, 5),
    ]
    assert str(lines[0]).startswith(f"The turning point was #2, bid 5: it gave away {choices[1][1].loss:.2f}; luck -0.")
    total = sum(choice.loss for _, choice in choices)
    assert lines[-2] == f"Total: {total:.2f} in 2 choices. 2.00 separates a win from a loss."
    assert sum(str(line).startswith("  #") for line in lines) == 2


def test_the_review_tells_luck_from_what_was_given_away() -> None:
    game = parlour.game("resource-war", points=5, target=3)
    lines = review_lines(solution_of(game), ((0, 2),), 0)  # a mistake that happens to win
    assert lines[0] == "The turning point was #1, bid 0: it gave away 0.34; luck +1.34."
    assert lines[-1] == "Luck in the secret rounds: +1.34."
    lines = review_lines(solution_of(game), ((0, 2),), 1)
    assert lines == [
        "You gave nothing away: your only choice was part of perfect play.",
        "Luck in the secret rounds: -1.34.",
    ]


def test_the_review_covers_only_your_own_choices() -> None:
    capture = parlour.game("color-capture")
    solution = solution_of(capture)
    assert [decision.number for decision, _ in own_choices(solution, (0, 1, 0, 1, 1), 1)] == [2, 4]
    assert review_lines(solution, (0, 1), 1)[0] == "You gave nothing away: your only choice was part of perfect play."


def test_a_review_without_mistakes_says_if_the_seat_was_lost_from_the_start() -> None:
    solution = solution_of(parlour.game("color-capture"))
    assert review_lines(solution, (0, 1, 0, 1), 1) == [
        "You gave nothing away: both of your choices were part of perfect play.",
        "Your seat is lost from the start against perfect play.",
    ]
    assert review_lines(solution, (0,), 0) == ["You gave nothing away: your only choice was part of perfect play."]


# At a real terminal


def test_a_game_against_perfect_with_a_hint_and_a_review(tmp_path: Path) -> None:
    session = PtySession(tmp_path, "play", *SMALL, "--second", "perfect", "--seed", "3")
    session.answer(BID, "hint")
    session.until("This position is worth 0.00 to you")
    session.until("Best is a secret mix: ")
    session.answer(BID, "hint draw")
    session.until("Drawn for you: bid ")
    session.answer(BID, "6")  # wins the round and loses the game
    session.until("Player A cannot bid any more")
    session.until("To see later what each choice gave away:")
    session.answer("What next? ", "review")
    session.until("The turning point was #1, bid 6: it gave away 1.00.")
    session.until("Total: 1.00 in 1 choice.")
    session.answer("What next? ", "quit")
    assert session.end() == 0


def test_ctrl_c_while_a_hint_is_calculated_returns_to_the_prompt(tmp_path: Path) -> None:
    caches = {"XDG_CACHE_HOME": str(tmp_path / "cache"), "NUMBA_DISABLE_JIT": "1"}
    variant = ("tower-siege", "--set", "tower=9", "--seed", "1")  # takes minutes without compiling
    session = PtySession(tmp_path, "play", *variant, "--second", "random", environment=caches)
    session.answer("Enter choice: ", "hint")
    session.until("Solving Tower Siege")
    session.type("Ctrl-C")
    session.until("Interrupted: there is no hint.")
    session.answer("Enter choice: ", "move 2")
    session.until("P1 moves to position 2.")
    session.answer("Enter choice: ", "quit")
    assert session.end() == 0
