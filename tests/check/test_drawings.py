"""The check of `drawing.py`: the example in docs/how-to/make-a-game.md passes, and each mistake in it is caught."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest

from parlour.check import guard, worker
from parlour.check.results import CheckResult
from parlour.check.subject import CheckedGame
from parlour.check.worker import CHECKS, run_checks
from parlour.cli.new import files
from parlour.games.catalogue import OURS, _folders, locate

ROOT = Path(__file__).parents[2]
EXAMPLE = re.findall(r"```python\n(.*?)```", (ROOT / "docs/how-to/make-a-game.md").read_text(), re.S)[1]
NEEDED = {"files", "contract", "parameters", "bounds", "drawing"}
START = {"points1": 0, "points2": 0, "winner": 0}
_numbers = count()

Check = Callable[..., CheckResult]


def drawing_of(game: str, needed: set[str] = NEEDED) -> CheckResult:
    name, package, folder = locate(game)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(worker, "CHECKS", {check: how for check, how in CHECKS.items() if check in needed})
        done = [each for each in run_checks(CheckedGame(name, package, folder, {})) if isinstance(each, CheckResult)]
    return done[-1]


@pytest.fixture
def check(tmp_path: Path) -> Iterator[Check]:
    """The result for Undercut with this drawing, under a name that no other test uses."""
    names: list[str] = []

    def check(drawing: str, option: str = "k + 1", needed: set[str] = NEEDED) -> CheckResult:
        package = f"drawn{next(_numbers)}"
        names.append(package)
        folder = tmp_path / package
        folder.mkdir()
        for path, text in files(package, package, "secret").items():
            (folder / Path(path).name).write_text(text.replace("return k + 1", f"return {option}"))
        (folder / "drawing.py").write_text(drawing)
        return drawing_of(str(folder), needed)

    with guard.watch_calls():
        yield check
    for name in names:
        _folders.pop(name, None)
        for module in [each for each in sys.modules if each.split(".")[0] == name]:
            del sys.modules[module]


def test_the_example_passes(check: Check) -> None:
    result = check(EXAMPLE)
    assert (result.check, result.outcome) == ("drawing", "passed"), result


@pytest.mark.untraced
@pytest.mark.parametrize("name", OURS)
def test_the_drawings_of_our_games_pass(name: str) -> None:
    with guard.watch_calls():
        assert drawing_of(name).outcome == "passed"


MISTAKES = {
    "a file that cannot be imported": ("import WIDTH", "import WIDE", "cannot be loaded"),
    "no scene": ("def scene(", "def draw(", "drawing.py has no scene"),
    "other arguments": ("state: State)", "state: State, seat: int)", "scene in drawing.py must take 2 arguments"),
    "an exception": ("points in enumerate((state.points1,", "points in enumerate((state.points3,", "AttributeError"),
    "no scene at all": ("return Scene(", "return (", "scene() must return a Scene"),
    "a list of shapes": ("tuple(shapes), summary", "shapes, summary", "scene() must return a Scene with a tuple"),
    "an illegal action": ("Click(player, number)", "Click(player, number - 1)", "a click means the action 0"),
    "the wrong player": ("Click(player, number)", "Click(player + 1, number)", "player 2, who is not to act"),
    "a click after the end": (" if state.winner == 0 else ()", "", "who is not to act"),
    "a click that is no Click": ("Click(player, number)", "(player, number)", "a click must be a Click"),
    "small text": ("size=28", "size=12", "a text must have a size of at least 18"),
    "a small label": ("8, str(number), title", "8, str(number), 12, title", "a text must have a size of at least 18"),
    "no title": ("title=title, ", "", "must have a title"),
    "no such style": ('("first", "second")', '("first", "third")', "there is no style 'third'"),
    "outside": ("24 + 60 * column", "240 + 90 * column", "must be within the 640 by 280 of its scene"),
    "a long text": ("PLAYERS[player]}: {points}", "PLAYERS[player] * 9}: {points}", "must be within"),
    "no number": ("x, y = 24 + 60 * column", "x, y = str(column)", "must be plain numbers"),
    "a key twice": ("title=title,", 'title=title, key="number",', "two shapes have the key 'number'"),
    "a scene that grows": ("2 * height, tuple", "2 * height + state.points1, tuple", "the same size"),
    "no summary": ("tuple(shapes), summary", 'tuple(shapes), ""', "the summary of a scene must be a line of text"),
    "no size": ("Scene(WIDTH, 2", "Scene(0, 2", "a scene cannot be 0 by"),
    "two lines": ("of {rules.points}", "of\\n{rules.points}", "must each be a line of text"),
    "not a shape": ("    summary =", "    shapes.append((24, 24))\n    summary =", "a shape must be a Box"),
    "memory": (
        "    summary =",
        "    scene.calls = vars(scene).get('calls', 0) + 1\n    summary = str(scene.calls) +",
        "two different scenes",
    ),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_caught(mistake: str, check: Check) -> None:
    old, new, sentence = MISTAKES[mistake]
    assert old in EXAMPLE
    result = check(EXAMPLE.replace(old, new, 1))
    assert result.outcome == "failed"
    assert sentence in result.sentence, result


def test_a_mistake_comes_with_the_state_that_shows_it(check: Check) -> None:
    result = check(EXAMPLE.replace("Click(player, number)", "Click(player, number - 1)"))
    assert result.failures[0].state == START


def test_a_click_names_the_legal_actions_and_then_the_shape(check: Check) -> None:
    result = check(EXAMPLE, "k + 2")
    assert "a click means the action 1, but these are legal: 2 to 6; the shape is Box(x=24, " in result.sentence


def test_a_drawing_is_not_blamed_for_options_that_are_wrong(check: Check) -> None:
    result = check(EXAMPLE, "5 - k", NEEDED | {"actions"})
    assert result == CheckResult("drawing", "skipped", "not checked, because actions failed")


def test_a_drawing_that_fails_only_in_a_variant_is_caught(check: Check) -> None:
    result = check(EXAMPLE.replace("-(-rules.most // PER_ROW)", "1"))
    assert result.failures[0].rules == {"most": 100}, result
