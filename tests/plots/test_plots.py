"""What plots show, that they are reproducible, and which files are rejected."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest
from support import ALL, SIXTH

import parlour
from parlour.games.line import Line
from parlour.plots import canvas
from parlour.plots.canvas import CannotPlot, check_file, drawing
from parlour.plots.fairness import draw_fairness
from parlour.plots.match import draw_match, without_luck
from parlour.plots.solution import draw_solution, shared_start
from parlour.solver.fairness import Fairness, Length, fairness, variants
from parlour.solver.review import Review, review
from parlour.solver.value_map import map_fields, value_map

SMALL: dict[str, dict[str, object]] = {  # variants that are quick to solve; any other game is solved as it is
    "token-tactics": {"start": 3, "cap": 4},
    "token-showdown": {"tokens": 9, "points": 2},
    "tower-siege": {"tower": 3, "stride": 2, "cards": 3},
    "color-capture": {"repeats": 2},
    "resource-war": {"points": 4, "target": 3},
}


@pytest.fixture
def readable_text(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keeps text as text, so that a test can read it; otherwise it is drawn as shapes."""
    monkeypatch.setitem(canvas.STYLE, "svg.fonttype", "none")


def text_in(path: Path) -> str:
    texts = ElementTree.parse(path).iter("{http://www.w3.org/2000/svg}text")
    return " | ".join("".join(text.itertext()) for text in texts)


@pytest.mark.usefixtures("readable_text")
def test_a_match_lists_its_blunders_in_the_words_of_the_game(tmp_path: Path) -> None:
    game = parlour.game("color-capture", repeats=2)
    reviewed = review(parlour.solve(game), Line(game, [(1,), (0,), (1,), (1,)]))
    draw_match(tmp_path / "match.svg", "A match", game, reviewed, "Player 2 wins.")
    text = text_in(tmp_path / "match.svg")
    assert [turn.number for turn in reviewed.turns if turn.worst.loss] == [3]
    for part in (
        "A match",
        "Losses",
        "3 | Player 1: take position 4: Blue | 2.00 | turning point; better take position 1: Blue",
        "Player 2 wins.",
        "after turn",
        "Values are exact.",
    ):
        assert part in text
    assert "luck" not in text


@pytest.mark.usefixtures("readable_text")
def test_luck_is_dotted_and_not_listed_as_a_blunder(tmp_path: Path) -> None:
    game = parlour.game(SIXTH)
    draw_match(
        tmp_path / "match.svg", "", game, review(parlour.solve(game), Line(game, [(1, 2), (0, 0)])), "Not finished."
    )
    text = text_in(tmp_path / "match.svg")
    assert "No choice had a loss" in text
    assert "Dotted: luck." in text


@pytest.mark.usefixtures("readable_text")
def test_a_blunder_that_was_lucky_shows_both(tmp_path: Path) -> None:
    game = parlour.game("resource-war", points=5, target=3)
    reviewed = review(parlour.solve(game), Line(game, [(0, 2)]))  # a mistake that happens to win
    (turn,) = reviewed.turns
    assert without_luck(turn) == pytest.approx(turn.value - turn.worst.loss)
    draw_match(tmp_path / "match.svg", "", game, reviewed, "")
    text = text_in(tmp_path / "match.svg")
    assert "0.34 | turning point; mix with bid 3; luck +1.34" in text
    assert "Solid: losses. Dotted: luck." in text


@pytest.mark.usefixtures("readable_text")
def test_only_the_largest_of_many_blunders_are_listed(tmp_path: Path) -> None:
    game = parlour.game("tower-siege", tower=3, stride=2, cards=3)
    solution = parlour.solve(game)
    matches = [parlour.play_match(game, seed=seed, max_turns=30) for seed in range(60)]
    reviewed = Review(tuple(turn for match in matches for turn in review(solution, match.line).turns))
    draw_match(tmp_path / "match.svg", "", game, reviewed, "")
    assert "smaller" in text_in(tmp_path / "match.svg")
    assert "Grey band: the value is proved to within" in text_in(tmp_path / "match.svg")


@pytest.mark.usefixtures("readable_text")
@pytest.mark.parametrize("name", ALL)
def test_every_solution_is_plotted_in_the_words_of_its_game(name: str, tmp_path: Path) -> None:
    game = parlour.game(name, **SMALL.get(name, {}))
    solution, fields = parlour.solve(game), map_fields(game)
    assert fields is not None
    draw_solution(tmp_path / "map.svg", game.title, solution, value_map(solution, fields))
    text = text_in(tmp_path / "map.svg")
    assert game.title in text
    assert f"{game.words.PLAYERS[0]}'s first choice" in text
    across = fields[0].replace("_", " ").rstrip("1")
    assert across in text
    draw_solution(tmp_path / "no-map.png", game.title, solution, None)
    assert (tmp_path / "no-map.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.usefixtures("readable_text")
@pytest.mark.parametrize(
    ("varied", "expected"),
    [
        ({"start": [1, 2, 3]}, ("start", "Player 2 wins", "perfect play", "random play")),
        ({"start": [1, 2], "both_empty": ["defender", "draw"]}, ("both_empty", "draw", "the fairest", "−1.00")),
        ({"start": [1, 2], "both_empty": ["defender", "draw"], "cap": [2, 3]}, ("start, both_empty, cap", "ringed")),
    ],
)
def test_variants_are_plotted_as_a_curve_a_map_or_side_by_side(
    varied: dict[str, list[object]], expected: tuple[str, ...], tmp_path: Path
) -> None:
    measured = [fairness(parlour.solve(variant)) for variant in variants(parlour.game("token-tactics", cap=3), varied)]
    draw_fairness(tmp_path / "variants.svg", "Variants", measured, varied)
    text = text_in(tmp_path / "variants.svg")
    for part in expected:
        assert part in text


@pytest.mark.usefixtures("readable_text")
def test_games_that_were_cut_off_are_marked_as_longer(tmp_path: Path) -> None:
    games = variants(parlour.game("tower-siege"), {"cards": [3, 4]})
    measured = [Fairness(game, 0.9, 0.8, 1.0, 9, Length(9_000, 4_000, 70), Length(7.5, 20_000)) for game in games]
    draw_fairness(tmp_path / "variants.svg", "Variants", measured, {"cards": [3, 4]})
    text = text_in(tmp_path / "variants.svg")
    assert "arrow: longer than that" in text
    assert "1,000" in text  # a logarithmic axis


@pytest.mark.parametrize("kind", ["svg", "png"])
def test_the_same_plot_is_the_same_file(kind: str, tmp_path: Path) -> None:
    game = parlour.game(SIXTH)
    reviewed = review(parlour.solve(game), Line(game, [(1, 2)]))
    for name in ("one", "other"):
        draw_match(tmp_path / f"{name}.{kind}", "", game, reviewed, "")
    assert (tmp_path / f"one.{kind}").read_bytes() == (tmp_path / f"other.{kind}").read_bytes()


def test_a_plot_that_fails_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "old.png"
    path.write_text("old")
    with pytest.raises(RuntimeError), drawing(path, "", 1, 1):
        raise RuntimeError
    assert path.read_text() == "old"


@pytest.mark.parametrize("name", ["plot.pdf", "plot", ".svg"])
def test_other_formats_are_rejected(name: str, tmp_path: Path) -> None:
    with pytest.raises(CannotPlot, match=r"the file name of a plot must end in \.svg or \.png, not"):
        check_file(tmp_path / name)


def test_files_that_cannot_be_written_are_rejected(tmp_path: Path) -> None:
    (tmp_path / "folder.png").mkdir()
    for name in ("nowhere/plot.png", "folder.png", "nul\0.png"):
        with pytest.raises(CannotPlot, match="cannot be written"):
            check_file(tmp_path / name)


def test_checking_a_file_changes_nothing(tmp_path: Path) -> None:
    check_file(tmp_path / "new.SVG")
    assert not (tmp_path / "new.SVG").exists()
    (tmp_path / "old.png").write_text("old")
    check_file(tmp_path / "old.png")
    assert (tmp_path / "old.png").read_text() == "old"


def test_the_error_about_missing_matplotlib_names_the_extra(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(canvas, "find_spec", lambda _: None)
    with pytest.raises(
        CannotPlot, match=r"install the extra: python -m pip install -e '\.\[plots\]' in a checkout of Parlour"
    ):
        check_file(tmp_path / "plot.png")


def test_shared_first_words_of_labels_are_found() -> None:
    assert shared_start(["bid 1", "bid 2"]) == "bid "
    assert shared_start(["fortify", "attack"]) == ""
    assert shared_start(["take position 1: Red", "take position 3: Red"]) == "take position "
