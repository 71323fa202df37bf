"""Unit tests of the parts of the terminal."""

from __future__ import annotations

import io
import os
import sys
from functools import partial
from pathlib import Path

import pytest
from support import state_of

import parlour
from parlour import storage
from parlour.coach.wording import mix_text
from parlour.games.vocabulary import Question, Span, Style, amounts, bar, count, pips
from parlour.match.match import Match
from parlour.terminal.console.console import Console, NotPrivate
from parlour.terminal.console.interrupts import EndOfInput
from parlour.terminal.console.paint import DARK, LIGHT, can_do_unicode, colours, in_ascii, paint_line
from parlour.terminal.matches.autosave import Autosave, command, new_autosave
from parlour.terminal.play.commands import Command, Invalid, allowed_text, help_lines, interpret, invalid_lines
from parlour.terminal.play.session import Quit, Session

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


@pytest.mark.parametrize(("resource", "share"), [(7, " 7 of 7"), (9, " 9 (7 wins)")])
def test_more_points_than_the_target_are_no_share_of_it(resource: int, share: str) -> None:
    war = parlour.game("resource-war")
    row = war.words.board(war.rules, state_of(war, resource1=resource, winner=1))[0]
    assert share in "".join(span.text for span in row)


def test_styles_become_colours_and_unicode_becomes_ascii() -> None:
    line = (Span("P1", "first"), Span(" and "), Span("R", "red"))
    assert paint_line(line, colour=False) == "P1 and R"
    assert paint_line(line, colour=True) == "\x1b[36mP1\x1b[0m and \x1b[91mR\x1b[0m"


@pytest.mark.parametrize(
    ("environ", "codes"),
    [
        ({}, DARK),
        ({"TERM": "xterm-256color", "COLORFGBG": "0;15"}, LIGHT),
        ({"TERM": "xterm-256color", "COLORFGBG": "0;default;15"}, LIGHT),
        ({"TERM": "xterm-256color", "COLORFGBG": "15;0"}, DARK),
        ({"TERM": "linux", "COLORFGBG": "0;15"}, DARK),  # it has too few colours
        ({"TERM": "xterm-256color", "COLORFGBG": "15;0", "PARLOUR_BACKGROUND": "light"}, LIGHT),
        ({"TERM": "xterm-256color", "COLORFGBG": "0;15", "PARLOUR_BACKGROUND": "dark"}, DARK),
    ],
)
def test_a_light_background_gets_dark_colours(environ: dict[str, str], codes: dict[Style, str]) -> None:
    assert colours(environ) == codes
    assert set(codes) == set(DARK)
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


EXTREMES: dict[str, dict[str, object]] = {
    "token-tactics": {"start": 10_000, "cap": 10_000},
    "token-showdown": {"tokens": 10_000, "points": 10_000},
    "tower-siege": {"tower": 1000, "stride": 1000, "cards": 20},
    "color-capture": {"repeats": 100},
    "resource-war": {"points": 10_000, "target": 10_000},
}


@pytest.mark.parametrize("name", EXTREMES)
def test_the_largest_variants_fit_80_columns(name: str) -> None:
    game = parlour.game(name, **EXTREMES[name])
    match = parlour.play_match(game, seed=2, max_turns=300)
    _, highest = game.bounds()
    lines = list(game.words.welcome(game.rules))
    for state in [highest, *(turn.before for turn in match.line.public_turns)]:
        lines += ["".join(span.text for span in line) for line in game.words.board(game.rules, state)]
    for number, turn in enumerate(match.line.public_turns, start=10_000):
        lines += game.words.heading(game.rules, turn.before, number, 80)
    assert max(map(len, lines)) <= 80


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
        ({3: 0.997, 5: 0.003}, "bid 3 (>99%), bid 5 (<1%)"),
        ({3: 0.25, 5: 0.75}, "bid 5 (75%), bid 3 (25%)"),
        ({3: 0.5, 5: 0.494, 7: 0.006}, "bid 3 (50%), bid 5 (49%), bid 7 (1%)"),
        ({3: 0.5, 5: 0.497, 7: 0.003}, "bid 3 (50%), bid 5 (50%), bid 7 (<1%)"),
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


@pytest.mark.parametrize(
    ("path", "argv0", "command_line"),
    [
        (True, "bin/parlour", "parlour resume 'a b.json'"),
        (False, "bin/parlour", "bin/parlour resume 'a b.json'"),
        (False, "parlour", f"{sys.executable} -m parlour resume 'a b.json'"),
        (True, "src/parlour/__main__.py", f"{sys.executable} -m parlour resume 'a b.json'"),
    ],
)
def test_commands_to_copy_name_a_program_that_can_be_called(
    path: bool, argv0: str, command_line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "bin" / "parlour"
    program.parent.mkdir()
    program.touch(0o755)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", str(program.parent) if path else str(tmp_path))
    monkeypatch.setattr(sys, "argv", [argv0])
    assert command("resume", "a b.json") == command_line


def full_disk(_: int) -> None:
    raise OSError(28, "No space left on device")


def test_a_match_on_a_full_disk_is_saved_as_soon_as_there_is_room(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    match = Match(parlour.game("resource-war"))
    with monkeypatch.context() as full:
        full.setattr(os, "fsync", full_disk)
        autosave = new_autosave(match)
        assert list(home.iterdir()) == []
        autosave.save(match)
        assert autosave.problem.endswith(": No space left on device")
        assert autosave.return_lines(match.game, finished=False) == [f"Sorry, {autosave.problem}."]
        assert list(home.iterdir()) == []
    match.play(3, 2)
    autosave.save(match)
    assert autosave.problem == ""
    assert autosave.path is not None
    with monkeypatch.context() as full:
        full.setattr(os, "fsync", full_disk)
        match.play(1, 1)
        autosave.save(match)
        assert "another program" not in autosave.problem
    assert storage.load(autosave.path).line.choices == ((3, 2),)


def test_a_copy_on_a_full_disk_leaves_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out, copy = io.StringIO(), tmp_path / "copy.json"
    console = Console(io.StringIO(f"save {copy}\n"), out, {})
    monkeypatch.setattr(os, "fsync", full_disk)
    with pytest.raises(EndOfInput):
        Session(Match(parlour.game("color-capture")), (None, None), console, Autosave(None)).run()
    assert "Not saved: No space left on device." in out.getvalue()
    assert not copy.exists()


def test_rules_that_cannot_be_read_do_not_end_the_match(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(_: object) -> str:
        raise FileNotFoundError(2, "No such file or directory", "RULES.md")

    monkeypatch.setattr(parlour.Game, "rulebook", missing)
    out = io.StringIO()
    console = Console(io.StringIO("rules\nquit\n"), out, {})
    with pytest.raises(Quit):
        Session(Match(parlour.game("color-capture")), (None, None), console, Autosave(None)).run()
    assert "Sorry, the rules cannot be read: No such file or directory." in out.getvalue()


def test_a_session_that_is_not_private_saves_nothing(tmp_path: Path) -> None:
    match, path = Match(parlour.game("resource-war")), tmp_path / "match.json"
    with pytest.raises(NotPrivate):
        Session(match, (None, None), Console(io.StringIO("3\n"), io.StringIO(), {}), Autosave(path)).run()
    assert not path.exists()


def test_a_write_that_was_interrupted_is_not_taken_for_another_programs(tmp_path: Path) -> None:
    match, autosave = Match(parlour.game("resource-war")), Autosave(tmp_path / "match.json")
    autosave.save(match)
    match.play(3, 2)
    storage.save(match, tmp_path / "match.json")  # written, but the interruption came before it was noted
    autosave.save(match)
    assert autosave.problem == ""
    storage.save(Match(parlour.game("resource-war"), seed=5), tmp_path / "match.json")
    autosave.save(match)
    assert "another program has changed the file" in autosave.problem
