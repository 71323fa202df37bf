"""Reports: complete, the same in three forms, and harmless whatever players and models write."""

from __future__ import annotations

import json
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest
from arena.hostile import ATTACKS, LABEL, NAME, hostile_run
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from parlour import storage
from parlour.arena.report.text import escape, paragraph
from parlour.arena.report.tournament import WrittenReport, write_report
from parlour.arena.tournament.results import CALLS, MATCHES, read_results
from parlour.cli.main import run

TAGS = """
    a body br circle code dd details div dl dt em figcaption figure g h1 h2 h3 head header html li line main meta nav
    ol p polygon polyline pre rect span strong style summary svg symbol table tbody td text th thead title tr ul use
"""
RENDERER = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])


@pytest.fixture(scope="module", autouse=True)
def _few_resamples() -> Iterator[None]:
    """The figures themselves are tested elsewhere."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("parlour.arena.statistics.ratings.RESAMPLES", 40)
        patch.setattr("parlour.arena.statistics.intervals.RESAMPLES", 200)
        yield


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return hostile_run(tmp_path_factory.mktemp("run"))


@pytest.fixture(scope="module")
def report(folder: Path) -> WrittenReport:
    return write_report(folder)


class Reader(HTMLParser):
    """All tags, attributes and texts of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: list[tuple[str, str | None]] = []
        self.text: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes += attrs

    def handle_data(self, data: str) -> None:
        self.text.append(data)


def test_nothing_in_the_page_runs_loads_or_leads_anywhere(report: WrittenReport) -> None:
    page = Reader(report.files[0].read_text())
    assert page.tags <= set(TAGS.split())
    for name, value in page.attributes:
        assert not name.startswith("on"), name
        assert name not in ("src", "style", "xlink:href", "action")
        if name == "href":
            assert value is not None
            assert value.startswith("#")
    policy = next(value for name, value in page.attributes if name == "content" and value and "default-src" in value)
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy


def test_what_players_and_models_wrote_is_shown_as_text(report: WrittenReport) -> None:
    text = "".join(Reader(report.files[0].read_text()).text)
    assert NAME in text
    assert LABEL in text
    replies = {reply for calls in report.figures.calls for reply in calls.replies}
    assert replies
    assert replies <= set(ATTACKS)
    for reply in replies:
        assert reply in text
    assert "{{ 7 * 7 }}" in text  # and not 49


def test_markdown_holds_tables_and_texts_only(report: WrittenReport) -> None:
    tokens = RENDERER.parse(report.files[1].read_text())
    children = [child for token in tokens for child in token.children or ()]
    assert {token.type for token in tokens} <= {
        *("heading_open", "heading_close", "paragraph_open", "paragraph_close", "inline", "hr"),
        *("table_open", "table_close", "thead_open", "thead_close", "tbody_open", "tbody_close"),
        *("tr_open", "tr_close", "th_open", "th_close", "td_open", "td_close"),
    }
    assert {child.type for child in children} <= {"text", "text_special", "softbreak"}
    text = "\n".join("".join(child.content for child in token.children or ()) for token in tokens)
    assert NAME in text
    assert LABEL in text


@given(st.text(st.sampled_from("ab1 .)(-+=*_`[]!<>&#;|\\~$:/@\nwW"), max_size=30))
def test_markdown_shows_any_text_as_it_is(text: str) -> None:
    shown = "".join(child.content for child in RENDERER.parseInline(f"x {escape(text)} x")[0].children or ())
    assert shown == f"x {' '.join(text.split())} x"
    assert "://" not in escape(text)
    assert "www." not in escape(text).lower()
    if text.strip():
        kinds = [token.type for token in RENDERER.parse("\n".join(paragraph(text)))]
        assert kinds == ["paragraph_open", "inline", "paragraph_close"]


def test_all_three_forms_have_the_same_figures(report: WrittenReport) -> None:
    written, text, data = (path.read_text() for path in report.files)
    page, content = "".join(Reader(written).text), json.loads(data)
    assert content["verdict"] == list(report.figures.verdict)
    for rating in content["standing"]["ratings"]:
        shown = f"{rating['low']:.0f} to {rating['high']:.0f}"
        assert shown in page
        assert shown in text
    for each in content["matchups"]:
        shown = f"{each['score']['mean']:+.2f}".replace("-", "−")
        assert shown in page
        assert shown in text


def test_a_report_is_the_same_every_time(folder: Path, report: WrittenReport) -> None:
    before = [path.read_bytes() for path in report.files]
    write_report(folder)
    assert [path.read_bytes() for path in report.files] == before


def test_every_match_of_a_small_run_is_in_the_page(folder: Path, report: WrittenReport) -> None:
    page = report.files[0].read_text()
    matches = read_results(folder).matches
    assert page.count('<details class="replay">') == len(matches) == 60
    assert "All 60 matches." in page


def test_few_pairs_are_marked(report: WrittenReport) -> None:
    assert "With fewer than 100 seeds, this is less certain than it looks." in report.figures.verdict[0]
    assert any("Fewer than 100 seeds" in warning for warning in report.figures.standing.warnings)
    assert " *</td>" in report.files[0].read_text()


def test_figures_are_those_of_the_matches(folder: Path, report: WrittenReport) -> None:
    matches = read_results(folder).matches
    figures = report.figures
    scores = next(each for each in figures.matchups if each.players == ("medium", "random"))
    played = [match.score("medium") for match in matches if set(match.players) == {"medium", "random"}]
    assert scores.score.mean == pytest.approx(sum(played) / len(played))
    assert scores.score.pairs == 10
    assert scores.exact is not None
    assert scores.luck_adjusted is not None
    assert scores.forfeits == (0, 0)
    hostile = next(each for each in figures.matchups if each.players == ("medium", NAME))
    assert hostile.exact is None  # its mix is not known
    assert hostile.luck_adjusted is not None  # but that of `medium`
    assert hostile.luck_adjusted.without_luck_of == "medium"
    failed = [match for match in matches if match.failure]
    forfeits = next(each for each in figures.forfeits if each.player == NAME)
    assert (forfeits.forfeits, forfeits.kinds) == (len(failed), {"error": len(failed)})
    calls = [json.loads(line) for line in (folder / CALLS).read_text().splitlines()]
    assert figures.calls[0].calls == len(calls)
    assert figures.calls[0].tokens_in == 10 * len(calls)
    for seats in figures.games[0].seats:
        own = [match for match in matches if match.game == "color-capture" and match.players[0] == seats.player]
        assert seats.first.mean == pytest.approx(sum(match.score(seats.player) for match in own) / len(own))


def test_losses_luck_adjusted_scores_and_replays_can_be_left_out(folder: Path, tmp_path: Path) -> None:
    for name in ("plan.json", MATCHES):
        (tmp_path / name).write_bytes((folder / name).read_bytes())
    figures = write_report(tmp_path, losses=False, luck_adjusted=False, replays=3).figures
    assert not any(game.losses for game in figures.games)
    assert all(each.luck_adjusted is None for game in figures.games for each in game.matchups)
    assert not (tmp_path / "losses.jsonl").exists()
    page = (tmp_path / "report.html").read_text()
    assert page.count('<details class="replay">') == 3
    assert "3 of 60 matches are in this page" in page


def test_an_unfinished_run_says_what_is_missing_and_counts_games_equally(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "plan.json").write_bytes((folder / "plan.json").read_bytes())
    lines = (folder / MATCHES).read_bytes().splitlines(keepends=True)
    (tmp_path / MATCHES).write_bytes(b"".join(lines[:4] + lines[30:40]) + lines[50][:20])  # and a torn line
    figures = write_report(tmp_path, losses=False).figures
    assert figures.run.pairs == 7
    assert sum(each.pairs for each in figures.run.missing) == 23
    (scores,) = figures.matchups
    apart = [each.score.mean for game in figures.games for each in game.matchups]
    assert scores.score.pairs == 7
    assert scores.score.mean == pytest.approx(sum(apart) / 2)
    assert any("3 pairs are left out" in note for note in figures.notes)
    for name in ("report.html", "report.md"):
        assert "7 of 30 pairs are there. Short matches are finished first" in (tmp_path / name).read_text()


def test_a_run_without_a_complete_pair_has_a_report_too(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "plan.json").write_bytes((folder / "plan.json").read_bytes())
    (tmp_path / MATCHES).write_bytes(b"")
    assert "nothing can be said" in write_report(tmp_path).figures.verdict[0]


def test_the_command_prints_the_verdict_and_the_files(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["arena", "report", str(folder)]) == 0
    out = capsys.readouterr().out
    assert out.startswith("From best to worst: ")
    assert str(folder / "report.html") in out


def test_a_folder_that_is_no_run_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["arena", "report", str(tmp_path)]) == 2
    assert "plan.json cannot be read" in capsys.readouterr().err


@pytest.mark.parametrize("swapped", [False, True])
def test_any_match_becomes_a_record(folder: Path, tmp_path: Path, swapped: bool) -> None:
    for played in read_results(folder).matches:
        if played.pair in (0, 7, 29) and played.swapped == swapped:
            out = tmp_path / f"{played.pair}.json"
            assert (
                run(["arena", "record", str(folder), str(played.pair), "--out", str(out)] + ["--swapped"] * swapped)
                == 0
            )
            match = storage.load(out)
            assert (match.seats, match.seed, match.line) == (played.players, played.seed, played.line)
            assert tuple(match.result) == (played.outcome, played.winner, played.failure)
            assert run(["replay", str(out)]) == 0


def test_a_record_is_never_overwritten_and_must_exist(folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "match.json"
    out.write_text("mine")
    assert run(["arena", "record", str(folder), "0", "--out", str(out)]) == 2
    assert out.read_text() == "mine"
    assert run(["arena", "record", str(folder), "30", "--out", str(tmp_path / "other.json")]) == 2
    assert not (tmp_path / "other.json").exists()
