"""The small parts of the terminal, one by one."""

from __future__ import annotations

import io

import pytest
from support import state_of

import parlour
from parlour.games.vocabulary import Question, Span, amounts, bar, count, pips
from parlour.terminal.commands import Command, Refusal, allowed, help_lines, interpret, refusal_lines
from parlour.terminal.console import Console, NotPrivate
from parlour.terminal.paint import can_do_unicode, in_ascii, painted

BID = Question(0, "bid: ", amounts(0, 10))


@pytest.mark.parametrize(
    ("typed", "meaning"),
    [
        ("3", 3),
        (" 3\t", 3),
        ("?", Command("?", "")),
        ("QUIT", Command("quit", "")),
        ("q", Command("quit", "")),
        ("help", Command("?", "")),
        ("save my file.json", Command("save", "my file.json")),
        ("quit now", Refusal("quit now")),
        ("03", Refusal("03")),
        ("+3", Refusal("+3")),
        ("3 4", Refusal("3 4")),
    ],
)
def test_what_a_line_means(typed: str, meaning: object) -> None:
    assert interpret(typed, BID) == meaning


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
def test_what_may_be_typed_is_told_briefly(answers: list[str], text: str) -> None:
    assert allowed(Question(0, "", dict.fromkeys(answers, 1))) == text


def test_a_secret_refusal_repeats_nothing() -> None:
    odd = Question(0, "", {"1": 1}, refusals={"2": "you have no card 2"})
    refused = interpret("2", odd)
    assert isinstance(refused, Refusal)
    assert refusal_lines(refused, odd, secret=False) == ["Not now: you have no card 2."]
    assert refusal_lines(refused, odd, secret=True) == ["That is not an answer here.", "Please type 1; ? for help."]
    assert refusal_lines(Refusal(""), odd, secret=False) == ["Please type 1; ? for help."]
    assert len(refusal_lines(Refusal("x" * 5000), odd, secret=False)[0]) < 80


def test_help_names_each_answer_or_their_range() -> None:
    game = parlour.game("tower-siege")
    fight = state_of(game, battle=1, position1=2, position2=2, hand1=0b101)
    lines = help_lines(game, fight, game.words.ask(game.rules, fight)[0])
    assert "  1        card 1" in lines
    assert "  3        card 3" in lines
    showdown = parlour.game("token-showdown")
    start = showdown.start()
    assert "  a whole number from 1 to 100 (100 = bid 100)" in help_lines(
        showdown, start, showdown.words.ask(showdown.rules, start)[0]
    )


def test_paint() -> None:
    line = (Span("P1", "first"), Span(" and "), Span("R", "red"))
    assert painted(line, colour=False) == "P1 and R"
    assert painted(line, colour=True) == "\x1b[36mP1\x1b[0m and \x1b[91mR\x1b[0m"
    assert in_ascii("█░●○│ naïve") == "#.*o| na?ve"


@pytest.mark.parametrize(
    ("encoding", "environ", "able"),
    [
        ("utf-8", {}, True),
        ("utf-8", {"LANG": "de_DE.UTF-8"}, True),
        ("utf-8", {"LANG": "de_DE.utf8"}, True),
        ("utf-8", {"LC_ALL": "C", "LANG": "de_DE.UTF-8"}, False),
        ("utf-8", {"LC_CTYPE": "C.UTF-8", "LANG": "C"}, False),
        ("utf-8", {"LC_CTYPE": "C.UTF-8"}, True),
        ("utf-8", {"LC_ALL": "C.UTF-8", "LANG": "C"}, True),
        ("ascii", {}, False),
        ("latin-1", {"LANG": "de_DE.UTF-8"}, False),
        ("no-such-encoding", {}, False),
    ],
)
def test_where_unicode_may_be_written(encoding: str, environ: dict[str, str], able: bool) -> None:
    assert can_do_unicode(encoding, environ) is able


def test_bars_and_counts() -> None:
    assert bar(1, 100, 10) == "█░░░░░░░░░"
    assert bar(0, 100, 4) == "░░░░"
    assert bar(200, 100, 4) == "████"
    assert pips(2, 5) == "●●○○○"
    assert pips(50, 100) == "█████░░░░░"
    assert [count(n, "token") for n in (0, 1, 2)] == ["0 tokens", "1 token", "2 tokens"]


def test_a_pipe_is_no_place_for_secrets() -> None:
    console = Console(io.StringIO("3\n"), io.StringIO(), {})
    with pytest.raises(NotPrivate, match="--moves"):
        console.quiet()
    with pytest.raises(NotPrivate, match="--moves"):
        console.read("bid: ", secret=True)
    console.forget_typed()
    assert console.width >= 1000


@pytest.mark.parametrize(
    ("rules", "shown"),
    [({"tower": 14}, "tower"), ({"tower": 15}, "0 of 15"), ({"cards": 20}, "18 19 20"), ({"tower": 1}, "base")],
)
def test_tower_siege_is_drawn_at_any_size(rules: dict[str, int], shown: str) -> None:
    game = parlour.game("tower-siege", **rules)
    lines = ["".join(span.text for span in line) for line in game.words.board(game.rules, game.start())]
    assert any(shown in line for line in lines)
    assert max(map(len, lines)) <= 78


@pytest.mark.parametrize("width", [40, 80, 86])
def test_a_long_row_of_tokens_closes_up_or_breaks(width: int) -> None:
    game = parlour.game("color-capture", repeats=20)
    lines = game.words.heading(game.rules, game.start(), 1, width)
    assert max(map(len, lines)) <= width
    assert "".join(line.removeprefix("Token:") for line in lines if line.startswith("Token:")).split() == list(
        "RBG" * 20
    )
