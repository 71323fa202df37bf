"""Every decision of a match against the exact solution: what was given away, and what was luck."""

from __future__ import annotations

import pytest
from support import OURS, SIXTH

import parlour
from parlour.games.errors import IllegalAction
from parlour.solver.grading import Graded, given_away, grade, turning_point

SMALL: dict[str, dict[str, object]] = {
    "token-tactics": {"start": 3, "cap": 4},
    "token-showdown": {"tokens": 9, "points": 2},
    "tower-siege": {"tower": 3, "stride": 2, "cards": 3},
    "color-capture": {"repeats": 3},
    "resource-war": {"points": 5, "target": 3},
    SIXTH: {},
}


def graded(name: str, *decisions: int | tuple[int, int], **rules: object) -> tuple[Graded, ...]:
    return grade(parlour.solve(parlour.game(name, **rules)), decisions)


def test_a_blunder_gives_away_the_whole_game() -> None:
    # R B G R B G, two of a colour win. Left with B G R B and a Green in hand, the first player wins with the left Blue
    # (then either G or B follows); the right one leaves Red to the second player, who has one.
    opening, answer, blunder, punishment = graded("color-capture", 1, 0, 1, 1, repeats=2)
    assert (opening.value, opening.value_after, opening.choices[0].loss) == (1, 1, 0)
    assert answer.choices[0].player == 1
    assert (blunder.value, blunder.value_after, blunder.choices[0].loss) == (1, -1, 2)
    assert blunder.choices[0].best == {0: 1}
    assert (punishment.value, punishment.value_after, punishment.choices[0].loss) == (-1, -1, 0)
    assert turning_point((opening, answer, blunder, punishment)) is blunder
    assert given_away((opening, answer, blunder, punishment)) == (2, 0)


def test_in_a_secret_round_the_value_moves_by_luck_alone() -> None:
    # With two points each and a target of two, bids of 0, 1 and 2 beat each other in a ring: rock, paper, scissors.
    first, second = graded("resource-war", (1, 2), (1, 0), points=2, target=2)
    assert [choice.loss for choice in first.choices] == [0, 0]
    assert [choice.best for choice in first.choices] == [pytest.approx({0: 1 / 3, 1: 1 / 3, 2: 1 / 3})] * 2
    assert [first.value, first.value_after, first.luck] == pytest.approx([0, 1, 1])
    assert second.luck == 0
    assert turning_point((first, second)) is None


def test_luck_is_signed_for_the_first_player() -> None:
    # From 0 to 1 the first player wins 5 times in 16, from 0 to 2 once in 8.
    rounds = graded(SIXTH, (1, 2), (1, 0), (1, 0))
    assert [each.value for each in rounds] == [pytest.approx(value) for value in (0, 2 * 5 / 16 - 1, 2 / 8 - 1)]
    assert [each.luck for each in rounds] == [pytest.approx(luck) for luck in (-3 / 8, -3 / 8, -1 / 4)]
    assert given_away(rounds) == (0, 0)


def test_a_secret_choice_can_give_away_too() -> None:
    # At six points each nothing is better than to wait: who bids 3 against 0 has the lead and too little left.
    _, waiting = graded("resource-war", (4, 4), (3, 0))
    assert [waiting.value, waiting.value_after, waiting.luck] == pytest.approx([0, -1, 0])
    assert [choice.loss for choice in waiting.choices] == [pytest.approx(1), 0]
    assert waiting.worst is waiting.choices[0]
    assert waiting.choices[0].best == {0: 1}


@pytest.mark.parametrize("name", [*OURS, SIXTH])
def test_what_was_given_away_and_luck_explain_every_change(name: str) -> None:
    game = parlour.game(name, **SMALL[name])
    solution = parlour.solve(game)
    lost = 0.0
    for seed in range(20):
        match = parlour.play_match(game, seed=seed, max_turns=60)
        for each in grade(solution, match.decisions):
            losses = {choice.player: choice.loss for choice in each.choices}
            change = each.luck - losses.get(0, 0) + losses.get(1, 0)
            assert each.value_after - each.value == pytest.approx(change, abs=3 * solution.within)
            assert each.bounds[0] <= each.value <= each.bounds[1]
            assert each.bounds_after[0] <= each.value_after <= each.bounds_after[1]
            assert each.after == game.play(each.before, *actions(each))
            lost += sum(losses.values())
    assert (lost > 0) == (name != SIXTH)  # there every number of fingers is as good as any other


def actions(each: Graded) -> tuple[int | None, int | None]:
    chosen = {choice.player: choice.action for choice in each.choices}
    return chosen.get(0), chosen.get(1)


def test_of_equal_blunders_the_first_is_the_turning_point() -> None:
    both = graded("color-capture", 1, 0, 1, 0, repeats=2)  # the second player does not take the Red that wins
    assert [each.worst.loss for each in both] == [0, 0, 2, 2]
    found = turning_point(both)
    assert found is not None
    assert found.number == 3


def test_no_decisions_no_grades() -> None:
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
def test_decisions_that_cannot_have_happened_are_refused(
    decision: tuple[int | tuple[int, int], ...], message: str
) -> None:
    with pytest.raises(IllegalAction, match=message):
        graded("color-capture", *decision, repeats=1)
