"""What a player types: answers, commands, and neither."""

from __future__ import annotations

from functools import partial

import pytest
from support import state_of

import parlour
from parlour.games.vocabulary import Question, amounts
from parlour.terminal.play.input import Command, Invalid, allowed_text, help_lines, interpret, invalid_lines

BID = Question(0, "bid: ", amounts(0, 10))


@pytest.mark.parametrize(
    ("typed", "meaning"),
    [
        ("3", 3),
        (" 3\t", 3),
        ("?", Command("?", "")),
        ("bid 3", 3),
        (" BID  3", 3),
        ("bid 11", Invalid("bid 11")),
        ("QUIT", Command("quit", "")),
        ("q", Command("quit", "")),
        ("help", Command("?", "")),
        ("save my file.json", Command("save", "my file.json")),
        ("quit now", Invalid("quit now")),
        ("03", Invalid("03")),
        ("+3", Invalid("+3")),
        ("3 4", Invalid("3 4")),
    ],
)
def test_a_line_is_an_answer_a_command_or_invalid(typed: str, meaning: object) -> None:
    assert interpret(typed, BID, "bid {}".format) == meaning


@pytest.mark.parametrize(
    ("name", "typed", "meaning"),
    [
        ("tower-siege", "Rest", 0),
        ("tower-siege", "move 3", 3),
        ("token-tactics", "FORTIFY", 0),
        ("color-capture", "left", 0),
        ("color-capture", "Right", 1),
        ("color-capture", "position 15", 1),
        ("color-capture", "take position 1: red", 0),
        ("token-showdown", "bid 100", 100),
    ],
)
def test_words_that_a_hint_or_a_menu_shows_can_be_typed(name: str, typed: str, meaning: int) -> None:
    game = parlour.game(name)
    state = game.start()
    assert interpret(typed, game.words.ask(game.rules, state)[0], lambda k: game.label(state, 0, k)) == meaning


def test_the_words_of_a_menu_lead_to_its_next_question_or_to_the_reason_why_not() -> None:
    siege = parlour.game("tower-siege")
    (question,) = siege.words.ask(siege.rules, state_of(siege, position1=2))
    assert interpret("Move Forward", question, str) == question.answers["1"]
    assert interpret("rest", question, str) == Invalid("rest", "you can rest only at your base (position 0)")


def test_case_matters_only_where_nothing_else_differs() -> None:
    question = Question(0, "", {"a": 1, "A": 2, "Pass": 3, "b": 4, "B": 4})
    assert [interpret(typed, question, str) for typed in ("a", "A", "pass", "PASS", "b", "B")] == [1, 2, 3, 3, 4, 4]
    assert interpret("same name", Question(0, "", {"1": 1, "2": 2}), lambda _: "same name") == Invalid("same name")


@pytest.mark.parametrize(
    ("answers", "text"),
    [
        (["1"], "1"),
        (["1", "15"], "1 or 15"),
        (["1", "3", "5"], "1, 3 or 5"),
        (["0", "1", "2"], "a whole number from 0 to 2"),
        (["a", "b", "c"], "a, b or c"),
    ],
)
def test_allowed_answers_are_summarised(answers: list[str], text: str) -> None:
    assert allowed_text(Question(0, "", dict.fromkeys(answers, 1))) == text


def test_an_invalid_secret_answer_is_not_repeated() -> None:
    question = Question(0, "", {"1": 1}, refusals={"2": "you have no card 2"})
    invalid = interpret("2", question, str)
    assert isinstance(invalid, Invalid)
    assert invalid_lines(invalid, question, secret=False) == ["Not now: you have no card 2."]
    assert invalid_lines(invalid, question, secret=True) == [
        "That is not an answer here.",
        "Please type 1; ? for help.",
    ]
    assert invalid_lines(Invalid(""), question, secret=False) == ["Please type 1; ? for help."]
    assert invalid_lines(Invalid("\x1b[A"), question, secret=False)[0] == "That is not an answer here."  # an arrow key
    assert (
        invalid_lines(Invalid("hitn"), question, secret=False)[0] == "'hitn' is not an answer here. Did you mean hint?"
    )
    assert invalid_lines(Invalid("x" * 5000), question, secret=False)[0] == f"'{'x' * 25}...' is not an answer here."


def test_help_lists_the_answers_or_their_range() -> None:
    game = parlour.game("tower-siege")
    fight = state_of(game, battle=1, position1=2, position2=2, hand1=0b101)
    lines = help_lines(game, fight, game.words.ask(game.rules, fight)[0])
    assert "  1        card 1" in lines
    assert "  3        card 3" in lines
    showdown = parlour.game("token-showdown")
    start = showdown.start()
    assert "  a whole number from 1 to 100" in help_lines(showdown, start, showdown.words.ask(showdown.rules, start)[0])


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("tower-siege", "  or in words: move 3, move forward, move, rest"),
        ("color-capture", "  or in words: left, right, position 1, position 15"),
        ("token-tactics", "  or in words: fortify, attack"),
    ],
)
def test_help_names_the_words_that_can_be_typed_instead_of_numbers(name: str, words: str) -> None:
    game = parlour.game(name)
    (question,) = game.words.ask(game.rules, game.start())
    assert words in help_lines(game, game.start(), question)
    for word in words.partition(": ")[2].split(", "):
        label = partial(game.label, game.start(), question.player)
        assert not isinstance(interpret(word, question, label), Invalid | Command)
