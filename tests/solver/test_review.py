from __future__ import annotations

import pytest
from solver.small_games import small_game
from support import ALL, SIXTH

import parlour
from parlour.games.errors import IllegalAction
from parlour.games.line import Line
from parlour.solver.review import Review, ReviewedTurn, guaranteed_value, mix_loss, review


def reviewed(name: str, *turns: tuple[int, ...], **rules: object) -> Review:
    game = parlour.game(name, **rules)
    return review(parlour.solve(game), Line(game, turns))


def test_a_blunder_can_lose_the_whole_game() -> None:
    # R B G R B G, and two of a color win. With B G R B left and a Green in hand, the first player wins by taking the
    # left Blue: Green or Blue follows. Taking the right one leaves Red to the second player, who has one.
    found = reviewed("color-capture", (1,), (0,), (1,), (1,), repeats=2)
    opening, answer, blunder, punishment = found.turns
    assert (opening.value, opening.value_after, opening.choices[0].loss) == (1, 1, 0)
    assert answer.choices[0].player == 1
    assert (blunder.value, blunder.value_after, blunder.choices[0].loss) == (1, -1, 2)
    assert blunder.choices[0].best == {0: 1}
    assert (punishment.value, punishment.value_after, punishment.choices[0].loss) == (-1, -1, 0)
    assert found.turning_point is blunder
    assert (found.total_loss(0), found.total_loss(1)) == (2, 0)
    assert (found.mean_loss(0), found.mean_loss(1)) == (1, 0)


def test_in_a_secret_round_luck_alone_can_change_the_value() -> None:
    # With two points each and a target of two, bids of 0, 1 and 2 are rock, paper, scissors.
    found = reviewed("resource-war", (1, 2), (1, 0), points=2, target=2)
    first, second = found.turns
    assert [choice.loss for choice in first.choices] == [0, 0]
    assert [choice.best for choice in first.choices] == [pytest.approx({0: 1 / 3, 1: 1 / 3, 2: 1 / 3})] * 2
    assert [first.value, first.value_after, first.luck] == pytest.approx([0, 1, 1])
    assert second.luck == 0
    assert found.turning_point is None


def test_luck_counts_for_the_first_player() -> None:
    # At 0 to 1 the first player wins 5 games in 16, at 0 to 2 one in 8.
    found = reviewed(SIXTH, (1, 2), (1, 0), (1, 0))
    assert [turn.value for turn in found.turns] == [pytest.approx(value) for value in (0, 2 * 5 / 16 - 1, 2 / 8 - 1)]
    assert [turn.luck for turn in found.turns] == [pytest.approx(luck) for luck in (-3 / 8, -3 / 8, -1 / 4)]
    assert (found.total_loss(0), found.total_loss(1)) == (0, 0)
    assert found.luck == pytest.approx(-1)


def test_a_secret_choice_can_have_a_loss() -> None:
    # At six points each it is best to wait: bidding 3 against 0 takes the lead but leaves too little.
    _, waiting = reviewed("resource-war", (4, 4), (3, 0)).turns
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
        for turn in review(solution, match.line).turns:
            losses = {choice.player: choice.loss for choice in turn.choices}
            change = turn.luck - losses.get(0, 0) + losses.get(1, 0)
            assert turn.value_after - turn.value == pytest.approx(change, abs=3 * solution.within)
            assert turn.bounds[0] <= turn.value <= turn.bounds[1]
            assert turn.bounds_after[0] <= turn.value_after <= turn.bounds_after[1]
            assert turn.after == game.play(turn.before, *actions(turn))
            possible = [loss for player in losses for loss in solution.losses(turn.before, player).values()]
            most_lost, most_possible = max(most_lost, *losses.values()), max(most_possible, *possible)
    assert (most_lost > 0) == (most_possible > 0)  # random players blunder wherever they can


def actions(turn: ReviewedTurn) -> tuple[int | None, int | None]:
    chosen = {choice.player: choice.action for choice in turn.choices}
    return chosen.get(0), chosen.get(1)


def test_of_equal_blunders_the_first_is_the_turning_point() -> None:
    both = reviewed(
        "color-capture", (1,), (0,), (1,), (0,), repeats=2
    )  # the second player does not take the Red that wins
    assert [turn.worst.loss for turn in both.turns] == [0, 0, 2, 2]
    assert both.turning_point is both.turns[2]


def test_a_line_without_turns_has_nothing_to_judge() -> None:
    found = reviewed("color-capture")
    assert found.turns == ()
    assert found.turning_point is None
    assert found.mean_loss(0) is None


@pytest.mark.parametrize(
    ("turns", "message"),
    [
        (((0, 1),), "turn 1: \\(0, 1\\) does not fit: this state takes one action"),
        (((7,),), "cannot choose 7; allowed: 0 to 1"),
        (((0,), (1,)), "turn 2: \\(1,\\) does not fit: this state takes no action, the game is over"),
    ],
)
def test_an_illegal_turn_raises_an_error(turns: tuple[tuple[int, ...], ...], message: str) -> None:
    with pytest.raises(IllegalAction, match=message):
        reviewed("color-capture", *turns, repeats=1)


def test_the_mean_counts_free_choices_and_forfeits_but_not_forced_choices() -> None:
    # After a bid of 5 the first player has one token left, and must bid it.
    game = parlour.game("token-showdown", tokens=6, points=2)
    found = review(parlour.solve(game), Line(game, [(5, 1), (1, 2)]))
    assert [turn.choices[0].forced for turn in found.turns] == [False, True]
    loss = found.turns[0].choices[0].loss
    assert loss > 0
    assert found.losses(0) == [loss]
    assert found.mean_loss(0) == loss
    forfeited = review(parlour.solve(game), Line(game, [(5, 1)]), forfeit=1)
    assert forfeited.losses(1) == [forfeited.turns[0].choices[1].loss, 1.0 - forfeited.turns[0].value_after]


def test_a_review_needs_the_solution_of_its_game() -> None:
    with pytest.raises(ValueError, match="this is a solution of"):
        review(parlour.solve(parlour.game(SIXTH)), Line(parlour.game("color-capture", repeats=1)))


def test_a_mix_is_judged_by_what_it_guarantees() -> None:
    war = parlour.game("resource-war")
    solution, start = parlour.solve(war), war.start()
    assert guaranteed_value(solution, start, 0, solution.policy(start, 0)) == pytest.approx(0.0, abs=1e-6)
    assert guaranteed_value(solution, start, 0, {1: 0.4, 2: 0.6}) == pytest.approx(-1.0)
    assert mix_loss(solution, start, 0, {1: 0.4, 2: 0.6}) == pytest.approx(1.0)


def test_a_mix_of_the_second_player_is_judged_from_its_seat() -> None:
    war = parlour.game("resource-war")
    solution, state = parlour.solve(war), war.play(war.start(), 3, 5)
    perfect = solution.policy(state, 1)
    assert guaranteed_value(solution, state, 1, perfect) == pytest.approx(-solution.value(state), abs=1e-6)
