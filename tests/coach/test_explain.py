"""What `hint CHOICE` and `why` say: short, and true of the solution."""

from __future__ import annotations

import pytest
from support import played

import parlour
from parlour.coach.explain import choice_lines, consequence, explain, replies_text, short_names, why_lines
from parlour.games.contract import State
from parlour.games.game import Game
from parlour.games.vocabulary import seen_by, signed
from parlour.solver.exact.certificate import Certificate
from parlour.solver.memory import solution_of
from parlour.solver.solution import Solution

TACTICS, WAR, CAPTURE = (parlour.game(name) for name in ("token-tactics", "resource-war", "color-capture"))
SIEGE = parlour.game("tower-siege", tower=4, cards=2)
SMALL = [
    parlour.game("token-tactics", start=3, cap=4),
    parlour.game("token-showdown", tokens=6, points=2),
    SIEGE,
    parlour.game("color-capture", repeats=3),
    parlour.game("resource-war", points=4, target=3),
]


def after(game: Game, *actions: int) -> State:
    state = game.start()
    for action in actions:
        state = game.play(state, action, action)
    return state


def texts(game: Game, state: State, player: int) -> list[str]:
    return [explain(solution_of(game), state, player, action) for action in game.actions(state, player)]


def test_turns_that_keep_a_win_throw_it_away_or_are_lost_anyway() -> None:
    assert texts(TACTICS, TACTICS.start(), 0) == ["lost, like every other choice"] * 2
    assert texts(TACTICS, after(TACTICS, 0), 1) == ["the only choice that keeps the win", "turns a win into a defeat"]
    assert texts(CAPTURE, CAPTURE.start(), 0) == ["safe, keeps the win"] * 2


def test_the_answer_to_a_mistake_is_named_if_only_one_uses_it() -> None:
    """The row is G R B G R B G, and Player 2 needs one more red."""
    state, solution = CAPTURE.module.State(2, 7, 1, 2, 1, 2, 1, 1, 1, 0), solution_of(CAPTURE)
    assert explain(solution, state, 0, 0) == "turns a win into a defeat; the answer is take position 1: Red"
    assert consequence(solution, state, 0, 0) == "The answer is take position 1: Red."
    assert consequence(solution, state, 0, 1) == ""


def test_a_secret_bid_wins_against_some_replies_and_loses_to_others() -> None:
    """The first round of Resource War: 10 wins at once against 0 to 3, and 10 against 10 is a draw."""
    start, solution = WAR.start(), solution_of(WAR)
    chance = solution.policy(start, 0)[10]
    effects = "wins against 0 to 3, loses to 4 to 9"
    assert explain(solution, start, 0, 10) == f"a gamble that perfect play takes {chance:.0%} of the time: {effects}"
    assert consequence(solution, start, 0, 10) == f"It {effects}."
    loss = solution.loss(start, 1, 5)
    assert explain(solution, start, 1, 5) == (
        f"a loss of {loss:.2f}: wins against 6 to 10, falls back against 0 to 2, loses to 3 and 4"
    )


def test_secret_choices_in_won_and_lost_positions() -> None:
    """Eleven tokens each: the defender keeps the win by committing all of them, and so the attacker can only hope."""
    state, solution = TACTICS.module.State(11, 11, 1, 1, 0), solution_of(TACTICS)
    assert explain(solution, state, 1, 11) == "safe, keeps the win"
    assert explain(solution, state, 0, 2) == "a try in a lost position: wins against 0 and 2"
    assert explain(solution, state, 1, 2) == "a loss of 2.00: loses to 2 and 4 to 11"
    lost = WAR.module.State(1, 2, 1, 0, 1, 0, 1, 0, 0)
    assert texts(WAR, lost, 0) == ["a try in a lost position: wins against 2", "lost against every reply"]


def test_a_player_without_a_choice_has_nothing_to_explain() -> None:
    broke = WAR.module.State(6, 0, 0, 6, 0, 1, 2, 0, 0)
    assert explain(solution_of(WAR), broke, 1, 0) == "the only choice"


@pytest.mark.parametrize("game", SMALL, ids=lambda game: game.name)
@pytest.mark.untraced
def test_sentences_agree_with_the_solution_in_every_state(game: Game) -> None:
    solution = solution_of(game)
    for row in solution.states.table.tolist():
        state = game.module.State(*row)
        for player in game.to_act(state):
            for action in game.actions(state, player):
                text, loss = explain(solution, state, player, action), solution.loss(state, player, action)
                assert len(text) < 150
                if text.startswith("a loss of") and len(game.to_act(state)) == 1:
                    value = seen_by(player, solution.value(state))
                    assert f": from {signed(value, 2)} to {signed(value - loss, 2)} (+1 is a win, -1 a defeat)" in text
                assert text.startswith(("a loss of", "turns a win into a defeat")) == (loss > 0.0)
                if text.startswith(("safe", "the only choice that", "the only choice without")):
                    assert worst_after(game, state, player, action) > seen_by(player, solution.value(state)) - 0.01
                if text.startswith("lost"):
                    assert seen_by(player, solution.value(state)) < -0.99


def worst_after(game: Game, state: State, player: int, action: int) -> float:
    replies = game.actions(state, 1 - player) or (action,)
    pairs = [(action, reply) if player == 0 else (reply, action) for reply in replies]
    return min(seen_by(player, solution_of(game).value(game.play(state, *pair))) for pair in pairs)


def test_neighbouring_replies_are_joined_and_many_are_counted() -> None:
    names = [str(number) for number in range(1, 10)]
    assert replies_text(names, ["a", "a", "a", "", "a", "a", "", "", ""], "a") == "a 1 to 3, 5 and 6"
    assert replies_text(names, ["a"] * 9, "a") == "a every reply"
    assert replies_text(names, ["a", ""] * 4 + ["a"], "a") == "a 5 of 9 replies"


def test_replies_go_without_the_words_that_they_share() -> None:
    assert short_names(["defend with 0", "defend with 1"]) == ["0", "1"]
    assert short_names(["no card"]) == ["no card"]
    assert short_names(["rest", "move 1"]) == ["rest", "move 1"]


def test_a_hint_about_one_choice_explains_it() -> None:
    match = played(parlour.game("token-tactics"), 0)
    solution = solution_of(match.game)
    assert choice_lines(solution, match.state, 1, 1) == [
        "attack:",
        "  turns a win into a defeat.",
        "  Better: fortify.",
    ]


def test_why_explains_the_last_choice_of_both_players_in_their_order() -> None:
    match = played(parlour.game("token-tactics"), 0, 0, 1)
    assert why_lines(solution_of(match.game), match.line, 0) == [
        "#2 Player 2, fortify:",
        "  the only choice that keeps the win.",
        "#3 you, attack:",
        "  lost, like every other choice.",
    ]
    secret = played(parlour.game("resource-war"), (5, 7))
    lines = why_lines(solution_of(secret.game), secret.line, 1)
    assert [line for line in lines if line.startswith("#")] == ["#1 Player 1, bid 5:", "#1 you, bid 7:"]
    assert lines[1].endswith(": wins against 6 to 10, falls back against 0 to 2, loses to 3 and 4.")
    assert lines[2].startswith("  Better: bid 4 (34%)")


def test_nothing_is_explained_from_values_that_are_not_proved(monkeypatch: pytest.MonkeyPatch) -> None:
    match = played(parlour.game("token-tactics"), 0)
    solution = solution_of(match.game)  # before: a table that proves so little would not be used
    monkeypatch.setattr(Solution, "certificate", property(lambda _: Certificate(-1.0, 1.0, 0.5)))
    (line,) = choice_lines(solution, match.state, 1, 1)
    assert line.startswith("WideProof: ")
