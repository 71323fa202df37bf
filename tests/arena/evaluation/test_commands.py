"""`parlour evaluate`: what the commands print and write, and the scorecard."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from arena.evaluation.answering import Model
from click.testing import CliRunner, Result
from players.models.loopback import INJECTION, Loopback

from parlour.arena.evaluation.result import read_result
from parlour.arena.report.scorecard import scorecard, write_scorecard
from parlour.cli.evaluate import evaluate
from parlour.games.errors import ParlourError
from parlour.players.basic import Careless

GAME = ["--game", "token-showdown", "--set", "tokens=8", "--set", "points=2"]


def run(*arguments: object) -> Result:
    return CliRunner().invoke(evaluate, [str(each) for each in arguments])


def evaluated(folder: Path, *who: str, pairs: int = 4) -> None:
    """Every evaluation of a known player."""
    common = [*GAME, *who, "--calls", 1000, "--out", folder]
    for arguments in (
        ["matches", "--pairs", pairs],
        ["exploit", "--pairs", pairs],
        ["positions", "--positions", 5],
        ["positions", "--positions", 5, "--from", "uniform"],
        ["positions", "--positions", 5, "--from", "own"],
    ):
        result = run(*arguments, *common)
        assert result.exit_code == 0, result.output


def test_a_scorecard_of_two_players_side_by_side(tmp_path: Path) -> None:
    evaluated(tmp_path / "easy", "--player", "easy")
    evaluated(tmp_path / "hard", "--player", "hard")
    result = run("report", tmp_path / "easy", tmp_path / "hard", "--out", tmp_path / "both")
    assert result.exit_code == 0, result.output
    content = json.loads((tmp_path / "both" / "report.json").read_text())
    assert [each["player"] for each in content["players"]] == ["easy", "hard"]
    found = {each["evaluation"]: each for each in content["players"][0]["results"]}
    assert list(found) == ["matches", "exploit", "positions"]
    for each in found.values():
        assert each["figures"]
        assert each["conduct"]["calls"]
        for figure in each["figures"]:
            assert figure["low"] <= figure["mean"] <= figure["high"], figure
    text = (tmp_path / "both" / "report.md").read_text()
    assert "# Scorecard: Token Showdown (tokens=8, points=2)" in text
    assert "|  | easy | hard |" in text
    for title in ("Matches", "Exploit", "Positions, perfect", "Positions, own", "Positions, uniform"):
        assert f"## {title}\n" in text
    html = (tmp_path / "both" / "report.html").read_text()
    assert '<th scope="col">hard</th>' in html
    assert "Whether it wins matches is another question" in html


class Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.names: set[str] = set()

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.names.add(tag)


def test_the_text_of_a_model_is_never_markup(tmp_path: Path) -> None:
    name = "<script>alert(1)</script>|[x](http://evil)`"
    with Loopback("medium", {"injection": 1.0}) as server:
        who = [*GAME, "--model", name, "--base-url", server.url, "--calls", "60", "--out", tmp_path]
        assert run("positions", "--positions", 3, "--setting", "retries=0", *who).exit_code == 0
    _, result = read_result(tmp_path / "positions-perfect.json")
    assert "no legal answer" in result.conduct.examples[0]
    assert INJECTION.split()[0] in result.conduct.examples[0], "the attack is in the report"
    write_scorecard(scorecard([tmp_path]), tmp_path)
    tags = Tags()
    tags.feed((tmp_path / "report.html").read_text())
    assert not tags.names & {"script", "img", "a", "iframe", "rules"}
    text = (tmp_path / "report.md").read_text()
    assert "<script>" not in text.replace("\\<", "")
    assert not re.search(r"(?<!\\)\[x(?<!\\)\]", text)
    assert "\x1b" not in text
    assert "\u202e" not in text


def test_understanding_over_http(tmp_path: Path) -> None:
    with Loopback(Model(Careless(1.0), Careless(1.0))) as server:
        who = [*GAME, "--model", "gpt-loop", "--base-url", server.url, "--calls", "400", "--out", tmp_path]
        prices = ["--setting", "price_in=1", "--setting", "price_out=2"]
        sizes = ["--questions", 3, "--mixes", 1, "--times", 4]
        result = run("understanding", *who, *prices, *sizes, "--threads", 3)
        assert result.exit_code == 0, result.output
        assert len(server.requests) == 5 * 3 + 1 + 4
    assert re.search(r"knows what is legal +1\.000", result.output)
    assert re.search(r"tokens +[\d,]+ in, [\d,]+ out", result.output)
    assert re.search(r"cost +0\.0\d+", result.output)
    write_scorecard(scorecard([tmp_path]), tmp_path)
    assert "legal_actions = false, structured = true, tries = 3" in (tmp_path / "report.html").read_text().replace(
        "&#34;", '"'
    )
    assert "| stated | n | mean stated | mean exact |" in (tmp_path / "report.md").read_text()
    assert "mean exact" in (tmp_path / "report.html").read_text()


def test_a_scorecard_says_who_answered_where_and_how_often_it_fell_back(tmp_path: Path) -> None:
    with Loopback("medium", structured=False) as server:
        who = [*GAME, "--model", "gpt-loop", "--base-url", server.url, "--calls", "60", "--out", tmp_path / "model"]
        result = run("positions", "--positions", 3, "--setting", "retries=0", *who)
    assert re.search(r"answered by +gpt-loop-2026\n", result.output), result.output
    run("positions", *GAME, "--player", "easy", "--positions", 3, "--calls", 9, "--out", tmp_path / "easy")
    card = scorecard([tmp_path / "model", tmp_path / "easy"])
    rows = {row.name: row.cells for row in card.sections[0].rows}
    assert rows["answered by"] == ("gpt-loop-2026", "–")
    assert rows["address of the server"] == (server.url, "–")
    assert rows["calls that fell back to plain text"] == ("3", "–")
    assert "answered by" not in [row.name for row in scorecard([tmp_path / "easy"]).sections[0].rows]


def test_tables_scroll_inside_the_page(tmp_path: Path) -> None:
    """Otherwise a phone shows a page that is wider than its screen."""
    with Loopback(Model(Careless(1.0), Careless(1.0))) as server:
        who = [*GAME, "--model", "gpt-loop", "--base-url", server.url, "--calls", "400", "--out", tmp_path]
        assert run("understanding", *who, "--questions", 3, "--mixes", 0).exit_code == 0
    write_scorecard(scorecard([tmp_path]), tmp_path)
    html = (tmp_path / "report.html").read_text()
    assert html.count("<table>") == len(re.findall(r'<div class="scroll"[^>]*>\s*<table>', html)) == 2


def test_what_is_missing_is_said_and_the_exit_code_is_1(tmp_path: Path) -> None:
    result = run("matches", *GAME, "--player", "easy", "--pairs", 4, "--calls", 9, "--out", tmp_path)
    assert result.exit_code == 1
    assert "Not finished: 9 of 9 calls are spent; a larger --calls continues from there." in result.output
    assert run("matches", *GAME, "--player", "easy", "--pairs", 4, "--calls", 99, "--out", tmp_path).exit_code == 0


def test_ctrl_c_keeps_what_was_answered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "impatient.py").write_text(
        "class Impatient:\n"
        "    def choose(self, view, random):\n"
        "        if view.choices:\n"
        "            raise KeyboardInterrupt\n"
        "        return view.actions[0]\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    result = run("matches", *GAME, "--player", "impatient:Impatient", "--calls", 99, "--out", tmp_path / "run")
    assert result.exit_code == 130
    assert "the same command continues from there" in result.output
    assert 0 < (tmp_path / "run" / "answers.jsonl").read_text().count("\n") < 200, "of 100 pairs"


def test_the_help_lists_every_evaluation() -> None:
    output = run("--help").output
    for name in ("positions", "matches", "exploit", "understanding", "report"):
        assert re.search(rf"^  {name} +\w", output, re.M)
    assert run("nonsense").exit_code == 2


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["positions", *GAME], "say who is evaluated"),
        (["positions", *GAME, "--player", "hard", "--model", "m"], "say who is evaluated"),
        (["positions", *GAME, "--player", "hard", "--matches", "x"], "--matches needs --from own"),
        (["positions", *GAME, "--player", "hard", "--from", "own"], "this folder has no matches"),
        (["positions", *GAME, "--player", "hard", "--base-url", "http://x"], "hard takes no settings"),
        (["matches", *GAME, "--player", "nobody"], "there is no player 'nobody'"),
        (["understanding", *GAME, "--player", "hard"], "only language models can be asked questions"),
        (["matches", *GAME, "--model", "m", "--setting", "color=3"], "a model has no setting 'color'"),
    ],
)
def test_bad_input_is_explained(tmp_path: Path, arguments: list[str], message: str) -> None:
    result = run(*arguments, "--calls", 10, "--out", tmp_path / "run")
    assert result.exit_code != 0
    assert message in result.output + str(result.exception)


def test_only_results_of_one_game_are_compared(tmp_path: Path) -> None:
    other = ["--game", "token-showdown", "--set", "tokens=6", "--set", "points=2", "--player", "easy", "--calls", 9]
    run("positions", *GAME, "--player", "easy", "--positions", 3, "--calls", 9, "--out", tmp_path / "one")
    run("positions", *other, "--positions", 3, "--out", tmp_path / "other")
    with pytest.raises(ParlourError, match="only players of the same game can be compared"):
        scorecard([tmp_path / "one", tmp_path / "other"])
    with pytest.raises(ParlourError, match="has no results"):
        scorecard([tmp_path])
    card = scorecard([tmp_path / "one", tmp_path / "one"])
    assert card.players == ("easy (1)", "easy (2)")


def test_scorecards_say_in_which_respects_they_are_not_comparable(tmp_path: Path) -> None:
    def asked(name: str, *more: object) -> Path:
        result = run("positions", *GAME, "--positions", 3, "--calls", 60, "--out", tmp_path / name, *more)
        assert result.exit_code == 0, result.output
        return tmp_path / name

    with Loopback("medium") as server:
        model = ("--model", "gpt-loop", "--base-url", server.url, "--setting", "retries=0")
        one = asked("one", *model)
        same = asked("same", *model, "--setting", "timeout=9")
        listed = asked("listed", *model, "--setting", "legal_actions=true", "--setting", "temperature=0.5", "--seed", 3)
    easy = asked("easy", "--player", "easy")
    assert not scorecard([one, same, easy]).differing
    assert [(row.name, row.cells) for row in scorecard([one, easy, listed]).differing] == [
        ("seed, which draws positions, matches and questions", ("0", "0", "3")),
        ("legal_actions", ("false", "–", "true")),
        ("temperature", ("not set", "–", "0.5")),
    ]
    write_scorecard(scorecard([one, listed]), tmp_path)
    for page in ("report.md", "report.html"):
        assert "were not made under the same conditions" in (tmp_path / page).read_text()


def test_a_result_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    (tmp_path / "matches.json").write_text("{}")
    with pytest.raises(ParlourError, match=r"matches\.json cannot be read"):
        scorecard([tmp_path])
