"""Texts that appear only in some endings and variants."""

from __future__ import annotations

import pytest
from support import played, state_of

import parlour
from parlour.games.contract import State


def ending(name: str, **fields: int) -> str:
    game = parlour.game(name)
    return game.words.ending(game.rules, state_of(game, **fields))[-1]


@pytest.mark.parametrize(
    ("name", "fields", "line"),
    [
        ("token-tactics", {"reserve1": 0, "winner": 2}, "Player 2 wins by capturing all of Player 1's tokens."),
        (
            "token-tactics",
            {"reserve1": 0, "reserve2": 0, "winner": 1},
            "Both reserves are empty: Player 1 wins the game.",
        ),
        ("token-tactics", {"reserve1": 0, "reserve2": 0, "winner": 3}, "Both reserves are empty: the game is a draw."),
        ("token-showdown", {"points1": 5, "winner": 1}, "Player A wins with 5 victory points!"),
        ("token-showdown", {"tokens1": 0, "winner": 2}, "Player A cannot bid any more: Player B wins the game!"),
        (
            "token-showdown",
            {"tokens1": 0, "tokens2": 0, "points2": 1, "winner": 2},
            "Both purses are empty: Player B wins with more victory points.",
        ),
        (
            "token-showdown",
            {"tokens1": 0, "tokens2": 0, "winner": 3},
            "Both purses are empty at 0 victory points each: a draw.",
        ),
        ("tower-siege", {"position2": 10, "winner": 2}, "P2 has reached Player 1's tower: Player 2 wins the game!"),
        ("color-capture", {"red1": 3, "winner": 1}, "Winner: Player 1 wins by collecting a majority of Red tokens!"),
        ("color-capture", {"winner": 3}, "The collections are equal in every way: the game is a draw."),
        ("resource-war", {"resource2": 8, "winner": 2}, "Player 2 wins the game with 8 Resource Points!"),
        ("resource-war", {"resource2": 1, "winner": 2}, "Player 2 wins the game with more Resource Points!"),
        (
            "resource-war",
            {"rounds_won1": 2, "winner": 1},
            "Player 1 wins the game: Resource Points are level, and Player 1 won more rounds!",
        ),
        (
            "resource-war",
            {"last_won": 2, "winner": 2},
            "Player 2 wins the game: Resource Points and rounds won are level, and a later tie-break decides!",
        ),
        ("resource-war", {"winner": 3}, "Nothing separates the players: the game is a draw."),
    ],
)
def test_endings(name: str, fields: dict[str, int], line: str) -> None:
    assert ending(name, **fields) == line


def event_lines(game: parlour.Game, state: State, first: int, second: int) -> list[str]:
    return game.words.events(game.rules, state, first, second, game.play(state, first, second), ())


def test_a_tie_in_token_tactics() -> None:
    game = parlour.game("token-tactics")
    lines = event_lines(game, state_of(game, battle=1), 3, 3)
    assert lines[3:6] == ["Defender wins the battle!", "No tokens change hands.", "Player 1: 10 - 3 committed + 0 = 7"]


def test_a_loser_who_cannot_pay_in_token_tactics() -> None:
    game = parlour.game("token-tactics")
    lines = event_lines(game, state_of(game, reserve1=2, reserve2=3, turn=2, battle=1), 2, 3)
    assert "Player 1: 2 - 2 committed - 1 is below zero, so 0" in lines
    assert "Player 2: 3 - 3 committed + 1 = 1" in lines


def test_a_player_with_a_full_reserve_learns_why_fortify_is_not_possible() -> None:
    game = parlour.game("token-tactics")
    (question,) = game.words.ask(game.rules, state_of(game, reserve1=15))
    assert question.prompt == "Choose an action: (2) Attack\n> "
    assert question.refusals["1"] == "your reserve is full (15 or more): you must attack"


def test_battles_without_cards() -> None:
    game = parlour.game("tower-siege")
    fight = state_of(game, position1=3, position2=3, battle=1, hand1=0)
    assert event_lines(game, fight, 0, 2)[0] == "P1 has no card. P2 plays 2."
    bare = state_of(game, position1=3, position2=3, battle=1, hand1=0, hand2=0)
    assert event_lines(game, bare, 0, 0) == [
        "P1 has no card. P2 has no card.",
        "The battle is a tie!",
        "P1 and P2 are sent back to base.",
    ]
    assert "your hand is empty" in game.words.ask(game.rules, fight)[0].prompt
    assert game.label(fight, 0, 0) == "no card"


@pytest.mark.parametrize(
    ("position", "bids", "reasons"),
    [
        ({}, (10, 10), ["Rounds won: 0 against 0.", "No round was decided."]),
        ({"bidding1": 1, "bidding2": 1, "last_won": 2}, (1, 1), ["Player 2 won the last decided round."]),
        ({"bidding1": 2, "bidding2": 1, "rounds_won2": 3}, (2, 1), ["Resource Points: 1 against 0."]),
        (
            {"stalled": 2, "rounds_won2": 3},
            (0, 0),
            ["Nobody bids any more: the game ends.", "Rounds won: 0 against 3."],
        ),
    ],
)
def test_resource_war_explains_its_tie_breaks(
    position: dict[str, int], bids: tuple[int, int], reasons: list[str]
) -> None:
    game = parlour.game("resource-war")
    lines = event_lines(game, state_of(game, **position), *bids)
    assert set(reasons) <= set(lines)


def test_hidden_resource_points_appear_nowhere() -> None:
    game = parlour.game("resource-war", hidden="yes")
    match = played(game, (3, 1))
    turn = match.line.public_turns[0]
    lines = game.words.events(game.rules, turn.before, *turn.both, turn.after, (0, 1))
    assert not any("gains" in line for line in lines)
    assert "Player 1 - Bidding Points: 7 | Resource Points: hidden" in lines
    board = ["".join(span.text for span in line) for line in game.words.board(game.rules, turn.after)]
    assert all("hidden" in line for line in board)
