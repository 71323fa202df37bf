"""Unit tests of the parts of the terminal."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from support import state_of

import parlour
from parlour import storage
from parlour.games.vocabulary import Question, Span, amounts, bar, count, pips
from parlour.match.match import Match
from parlour.terminal.autosave import Autosave
from parlour.terminal.commands import Command, Invalid, allowed, help_lines, interpret, invalid_lines
from parlour.terminal.console import Console, NotPrivate
from parlour.terminal.format import mix_text
from parlour.terminal.paint import can_do_unicode, in_ascii, painted
from parlour.terminal.session import Session

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
        ("quit now", Invalid("quit now")),
        ("03", Invalid("03")),
        ("+3", Invalid("+3")),
        ("3 4", Invalid("3 4")),
    ],
)
def test_a_line_is_an_answer_a_command_or_invalid(typed: str, meaning: object) -> None:
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
def test_allowed_answers_are_summarised(answers: list[str], text: str) -> None:
    assert allowed(Question(0, "", dict.fromkeys(answers, 1))) == text


def test_an_invalid_secret_answer_is_not_repeated() -> None:
    question = Question(0, "", {"1": 1}, refusals={"2": "you have no card 2"})
    invalid = interpret("2", question)
    assert isinstance(invalid, Invalid)
    assert invalid_lines(invalid, question, secret=False) == ["Not now: you have no card 2."]
    assert invalid_lines(invalid, question, secret=True) == [
        "That is not an answer here.",
        "Please type 1; ? for help.",
    ]
    assert invalid_lines(Invalid(""), question, secret=False) == ["Please type 1; ? for help."]
    assert len(invalid_lines(Invalid("x" * 5000), question, secret=False)[0]) < 80


def test_help_lists_the_answers_or_their_range() -> None:
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


def test_styles_become_colours_and_unicode_becomes_ascii() -> None:
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
def test_unicode_needs_an_encoding_and_a_locale(encoding: str, environ: dict[str, str], able: bool) -> None:
    assert can_do_unicode(encoding, environ) is able


def test_amounts_are_shown_as_bars_pips_and_counts() -> None:
    assert bar(1, 100, 10) == "█░░░░░░░░░"
    assert bar(0, 100, 4) == "░░░░"
    assert bar(200, 100, 4) == "████"
    assert pips(2, 5) == "●●○○○"
    assert pips(50, 100) == "█████░░░░░"
    assert [count(n, "token") for n in (0, 1, 2)] == ["0 tokens", "1 token", "2 tokens"]


def test_secrets_are_not_read_from_a_pipe() -> None:
    console = Console(io.StringIO("3\n"), io.StringIO(), {})
    with pytest.raises(NotPrivate, match="--moves"), console.without_echo():
        pass
    with pytest.raises(NotPrivate, match="--moves"):
        console.read("bid: ", secret=True)
    console.discard_input()
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
def test_a_long_row_of_tokens_fits_the_width(width: int) -> None:
    game = parlour.game("color-capture", repeats=20)
    lines = game.words.heading(game.rules, game.start(), 1, width)
    assert max(map(len, lines)) <= width
    assert "".join(line.removeprefix("Token:") for line in lines if line.startswith("Token:")).split() == list(
        "RBG" * 20
    )


@pytest.mark.parametrize(
    ("mix", "text"),
    [
        ({3: 1.0}, "bid 3"),
        ({3: 0.997, 5: 0.003}, "bid 3"),
        ({3: 0.25, 5: 0.75}, "bid 5 (75%), bid 3 (25%)"),
        ({3: 0.5, 5: 0.494, 7: 0.006}, "bid 3 (50%), bid 5 (49%), bid 7 (1%)"),
        ({3: 0.5, 5: 0.497, 7: 0.003}, "bid 3 (50%), bid 5 (50%) and 1 other"),
        (
            dict.fromkeys(range(1, 9), 0.125),
            "bid 1 (12%), bid 2 (12%), bid 3 (12%), bid 4 (12%), bid 5 (12%) and 3 others",
        ),
    ],
)
def test_a_mix_names_its_likeliest_actions_and_counts_the_others(mix: dict[int, float], text: str) -> None:
    game = parlour.game("token-showdown")
    assert mix_text(game, game.start(), 0, mix) == text


def test_a_mix_of_many_rare_actions_still_names_some() -> None:
    game = parlour.game("token-showdown", tokens=500)
    text = mix_text(game, game.start(), 0, dict.fromkeys(range(1, 401), 1 / 400))
    assert text.startswith("bid 1 (<1%), bid 2 (<1%), ")
    assert text.endswith(" and 395 others")


def test_a_session_that_is_not_private_saves_nothing(tmp_path: Path) -> None:
    match, path = Match(parlour.game("resource-war")), tmp_path / "match.json"
    with pytest.raises(NotPrivate):
        Session(match, (None, None), Console(io.StringIO("3\n"), io.StringIO(), {}), Autosave(path)).run()
    assert not path.exists()


def test_a_write_that_was_interrupted_is_not_taken_for_another_programs(tmp_path: Path) -> None:
    match, autosave = Match(parlour.game("resource-war")), Autosave(tmp_path / "match.json")
    autosave.save(match)
    match.decide((3, 2))
    storage.save(match, tmp_path / "match.json")  # written, but the interruption came before it was noted
    autosave.save(match)
    assert autosave.problem == ""
    storage.save(Match(parlour.game("resource-war"), seed=5), tmp_path / "match.json")
    autosave.save(match)
    assert "another program has changed the file" in autosave.problem
