from __future__ import annotations

import pytest
from solver.small_games import small_game
from support import ALL, SIXTH

import parlour
from parlour.games.errors import IllegalAction
from parlour.solver.grading import Graded, given_away, grade, turning_point


def graded(name: str, *decisions: int | tuple[int, int], **rules: object) -> tuple[Graded, ...]:
    return grade(parlour.solve(parlour.game(name, **rules)), decisions)


def test_a_blunder_can_give_away_the_whole_game() -> None:
    # R B G R B G, and two of a color win. With B G R B left and a Green in hand, the first player wins by taking the
    # left Blue: Green or Blue follows. Taking the right one leaves Red to the second player, who has one.
    opening, answer, blunder, punishment = graded("color-capture", 1, 0, 1, 1, repeats=2)
    assert (opening.value, opening.value_after, opening.choices[0].loss) == (1, 1, 0)
    assert answer.choices[0].player == 1
    assert (blunder.value, blunder.value_after, blunder.choices[0].loss) == (1, -1, 2)
    assert blunder.choices[0].best == {0: 1}
    assert (punishment.value, punishment.value_after, punishment.choices[0].loss) == (-1, -1, 0)
    assert turning_point((opening, answer, blunder, punishment)) is blunder
    assert given_away((opening, answer, blunder, punishment)) == (2, 0)


def test_in_a_secret_round_luck_alone_can_change_the_value() -> None:
    # With two points each and a target of two, bids of 0, 1 and 2 are rock, paper, scissors.
    first, second = graded("resource-war", (1, 2), (1, 0), points=2, target=2)
    assert [choice.loss for choice in first.choices] == [0, 0]
    assert [choice.best for choice in first.choices] == [pytest.approx({0: 1 / 3, 1: 1 / 3, 2: 1 / 3})] * 2
    assert [first.value, first.value_after, first.luck] == pytest.approx([0, 1, 1])
    assert second.luck == 0
    assert turning_point((first, second)) is None


def test_luck_counts_for_the_first_player() -> None:
    # At 0 to 1 the first player wins 5 games in 16, at 0 to 2 one in 8.
    rounds = graded(SIXTH, (1, 2), (1, 0), (1, 0))
    assert [decision.value for decision in rounds] == [pytest.approx(value) for value in (0, 2 * 5 / 16 - 1, 2 / 8 - 1)]
    assert [decision.luck for decision in rounds] == [pytest.approx(luck) for luck in (-3 / 8, -3 / 8, -1 / 4)]
    assert given_away(rounds) == (0, 0)


def test_a_secret_choice_can_give_something_away() -> None:
    # At six points each it is best to wait: bidding 3 against 0 takes the lead but leaves too little.
    _, waiting = graded("resource-war", (4, 4), (3, 0))
    assert [waiting.value, waiting.value_after, waiting.luck] == pytest.approx([0, -1, 0])
    assert [choice.loss for choice in waiting.choices] == [pytest.approx(1), 0]
    assert waiting.worst is waiting.choices[0]
    assert waiting.choices[0].best == {0: 1}


@pytest.mark.parametrize("name", ALL)
def test_losses_and_luck_explain_every_change_of_value(name: str) -> None:
    game = small_game(name, max_states=1000)
    solution = parlour.solve(game)
    most_lost = most_possible = 0.0
    for seed in range(20):
        match = parlour.play_match(game, seed=seed, max_turns=60)
        for decision in grade(solution, match.decisions):
            losses = {choice.player: choice.loss for choice in decision.choices}
            change = decision.luck - losses.get(0, 0) + losses.get(1, 0)
            assert decision.value_after - decision.value == pytest.approx(change, abs=3 * solution.within)
            assert decision.bounds[0] <= decision.value <= decision.bounds[1]
            assert decision.bounds_after[0] <= decision.value_after <= decision.bounds_after[1]
            assert decision.after == game.play(decision.before, *actions(decision))
            possible = [loss for player in losses for loss in solution.losses(decision.before, player).values()]
            most_lost, most_possible = max(most_lost, *losses.values()), max(most_possible, *possible)
    assert (most_lost > 0) == (most_possible > 0)  # random players blunder wherever they can


def actions(decision: Graded) -> tuple[int | None, int | None]:
    chosen = {choice.player: choice.action for choice in decision.choices}
    return chosen.get(0), chosen.get(1)


def test_of_equal_blunders_the_first_is_the_turning_point() -> None:
    both = graded("color-capture", 1, 0, 1, 0, repeats=2)  # the second player does not take the Red that wins
    assert [decision.worst.loss for decision in both] == [0, 0, 2, 2]
    found = turning_point(both)
    assert found is not None
    assert found.number == 3


def test_a_match_without_decisions_has_no_grades() -> None:
    assert graded("color-capture") == ()
    assert turning_point(()) is None


@pytest.mark.parametrize(
    ("decision", "message"),
    [
        (((0, 1),), "decision 1: \\(0, 1\\) does not fit: this state takes one action"),
        ((7,), "cannot choose 7; allowed: 0 to 1"),
        ((0, 1), "decision 2: 1 does not fit: this state takes no action, the game is over"),
    ],
)
def test_illegal_decisions_raise_an_error(decision: tuple[int | tuple[int, int], ...], message: str) -> None:
    with pytest.raises(IllegalAction, match=message):
        graded("color-capture", *decision, repeats=1)
