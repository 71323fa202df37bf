"""Pictures: what they tell, that they come out the same, and what is refused."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest
from support import OURS, SIXTH

import parlour
from parlour.plots import canvas
from parlour.plots.canvas import CannotDraw, checked_file, drawing
from parlour.plots.fairness import draw_fairness
from parlour.plots.match import draw_match
from parlour.plots.solution import draw_solution, shared_start
from parlour.solver.fairness import Fairness, Length, fairness, variants
from parlour.solver.grading import grade
from parlour.solver.value_map import map_fields, value_map

SMALL: dict[str, dict[str, object]] = {
    "token-tactics": {"start": 3, "cap": 4},
    "token-showdown": {"tokens": 9, "points": 2},
    "tower-siege": {"tower": 3, "stride": 2, "cards": 3},
    "color-capture": {"repeats": 2},
    "resource-war": {"points": 4, "target": 3},
    SIXTH: {"points": 2},
}


@pytest.fixture
def letters(monkeypatch: pytest.MonkeyPatch) -> None:
    """Texts stay texts, so that a test can read them; otherwise they are drawn as shapes."""
    monkeypatch.setitem(canvas.STYLE, "svg.fonttype", "none")


def words_in(path: Path) -> str:
    texts = ElementTree.parse(path).iter("{http://www.w3.org/2000/svg}text")
    return " | ".join("".join(text.itertext()) for text in texts)


@pytest.mark.usefixtures("letters")
def test_a_match_shows_its_blunders_by_name(tmp_path: Path) -> None:
    game = parlour.game("color-capture", repeats=2)
    graded = grade(parlour.solve(game), (1, 0, 1, 1))
    draw_match(tmp_path / "match.svg", "A match", game, graded, "Player 2 wins.")
    words = words_in(tmp_path / "match.svg")
    for told in (
        "A match",
        "Given away",
        "Player 1: take position 4: Blue",
        "2.00",
        "Player 2 wins.",
        "after decision",
    ):
        assert told in words
    assert "turning point; better take position 1: Blue" in words
    assert "Values are exact." in words
    assert "luck" not in words


@pytest.mark.usefixtures("letters")
def test_luck_is_told_apart(tmp_path: Path) -> None:
    game = parlour.game(SIXTH)
    draw_match(tmp_path / "match.svg", "", game, grade(parlour.solve(game), ((1, 2), (0, 0))), "Not finished.")
    words = words_in(tmp_path / "match.svg")
    assert "Nobody gave anything away" in words
    assert "Dotted: luck" in words


@pytest.mark.usefixtures("letters")
def test_many_blunders_are_told_of_in_part(tmp_path: Path) -> None:
    game = parlour.game("tower-siege", tower=3, stride=2, cards=3)
    solution = parlour.solve(game)
    matches = [parlour.play_match(game, seed=seed, max_turns=30) for seed in range(60)]
    graded = tuple(each for match in matches for each in grade(solution, match.decisions))
    draw_match(tmp_path / "match.svg", "", game, graded, "")
    assert "smaller" in words_in(tmp_path / "match.svg")
    assert "Grey band: the value is proved to within" in words_in(tmp_path / "match.svg")


@pytest.mark.usefixtures("letters")
@pytest.mark.parametrize("name", [*OURS, SIXTH])
def test_every_solution_is_drawn_in_the_words_of_its_game(name: str, tmp_path: Path) -> None:
    game = parlour.game(name, **SMALL[name])
    solution, fields = parlour.solve(game), map_fields(game)
    assert fields is not None
    draw_solution(tmp_path / "map.svg", game.title, solution, value_map(solution, fields))
    words = words_in(tmp_path / "map.svg")
    assert game.title in words
    assert f"{game.words.PLAYERS[0]}'s first choice" in words
    across = fields[0].replace("_", " ").rstrip("1")
    assert across in words
    draw_solution(tmp_path / "no-map.png", game.title, solution, None)
    assert (tmp_path / "no-map.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.usefixtures("letters")
@pytest.mark.parametrize(
    ("varied", "told"),
    [
        ({"start": [1, 2, 3]}, ("start", "Player 2 wins", "perfect play", "random play")),
        ({"start": [1, 2], "both_empty": ["defender", "draw"]}, ("both_empty", "draw", "the fairest", "−1.00")),
        ({"start": [1, 2], "both_empty": ["defender", "draw"], "cap": [2, 3]}, ("start, both_empty, cap", "ringed")),
    ],
)
def test_variants_are_drawn_as_a_curve_a_map_or_side_by_side(
    varied: dict[str, list[object]], told: tuple[str, ...], tmp_path: Path
) -> None:
    judged = [fairness(parlour.solve(each)) for each in variants(parlour.game("token-tactics", cap=3), varied)]
    draw_fairness(tmp_path / "variants.svg", "Variants", judged, varied)
    words = words_in(tmp_path / "variants.svg")
    for text in told:
        assert text in words


@pytest.mark.usefixtures("letters")
def test_games_that_were_stopped_are_told_to_last_longer(tmp_path: Path) -> None:
    games = variants(parlour.game("tower-siege"), {"cards": [3, 4]})
    judged = [Fairness(game, 0.9, 0.8, 1.0, 9, Length(9_000, 4_000, 70), Length(7.5, 20_000)) for game in games]
    draw_fairness(tmp_path / "variants.svg", "Variants", judged, {"cards": [3, 4]})
    words = words_in(tmp_path / "variants.svg")
    assert "arrow: more than that" in words
    assert "1,000" in words  # the axis goes up in powers of ten


@pytest.mark.parametrize("kind", ["svg", "png"])
def test_the_same_picture_is_the_same_file(kind: str, tmp_path: Path) -> None:
    game = parlour.game(SIXTH)
    graded = grade(parlour.solve(game), ((1, 2),))
    for name in ("one", "other"):
        draw_match(tmp_path / f"{name}.{kind}", "", game, graded, "")
    assert (tmp_path / f"one.{kind}").read_bytes() == (tmp_path / f"other.{kind}").read_bytes()


def test_a_picture_that_fails_leaves_the_old_one(tmp_path: Path) -> None:
    path = tmp_path / "old.png"
    path.write_text("old")
    with pytest.raises(RuntimeError), drawing(path, 1, 1):
        raise RuntimeError
    assert path.read_text() == "old"


@pytest.mark.parametrize("name", ["picture.pdf", "picture", ".svg"])
def test_other_kinds_of_files_are_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(CannotDraw, match=r"a picture ends in \.svg or \.png"):
        checked_file(str(tmp_path / name))


def test_places_that_cannot_be_written_are_refused(tmp_path: Path) -> None:
    (tmp_path / "folder.png").mkdir()
    for name in ("nowhere/picture.png", "folder.png", "nul\0.png"):
        with pytest.raises(CannotDraw, match="cannot be written"):
            checked_file(str(tmp_path / name))


def test_checking_a_place_leaves_nothing_there_and_harms_nothing(tmp_path: Path) -> None:
    assert not checked_file(str(tmp_path / "new.SVG")).exists()
    (tmp_path / "old.png").write_text("old")
    assert checked_file(str(tmp_path / "old.png")).read_text() == "old"


def test_without_the_library_the_way_to_get_it_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(canvas, "find_spec", lambda _: None)
    with pytest.raises(CannotDraw, match="pip install 'parlour\\[plots\\]'"):
        checked_file(str(tmp_path / "picture.png"))


def test_labels_share_their_first_words() -> None:
    assert shared_start(["bid 1", "bid 2"]) == "bid "
    assert shared_start(["fortify", "attack"]) == ""
    assert shared_start(["take position 1: Red", "take position 3: Red"]) == "take position "
