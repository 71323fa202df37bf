"""The pictures of terminals in README.md."""

from __future__ import annotations

import re
import runpy
from pathlib import Path
from xml.etree import ElementTree

import pyte
import pytest

PICTURES = Path(__file__).parents[2] / "docs" / "pictures"
SCREENS = runpy.run_path(str(Path(__file__).parents[2] / "tools" / "pictures" / "screens.py"))


def drawn(*lines: str) -> ElementTree.Element:
    screen = pyte.Screen(80, len(lines))
    pyte.Stream(screen).feed("\r\n".join(lines))
    rows = [[screen.buffer[row][column] for column in range(80)] for row in range(len(lines))]
    return ElementTree.fromstring(SCREENS["svg"](rows, "a box", "light"))


def test_the_lines_of_a_box_join() -> None:
    """Every stroke begins or ends where another one does."""
    paths = [each.attrib["d"] for each in drawn("┌─┬─┐", "│ │ │", "└─┴─┘") if each.tag.endswith("path")]
    ends: list[tuple[float, float]] = []
    for x1, y1, x2, y2 in re.findall(r"M([\d.]+) ([\d.]+)L([\d.]+) ([\d.]+)", "".join(paths)):
        ends += [(float(x1), float(y1)), (float(x2), float(y2))]
    alone = [end for end in ends if sum(abs(end[0] - x) < 0.02 and abs(end[1] - y) < 0.02 for x, y in ends) < 2]
    assert len(ends) == 2 * (4 * 2 + 4 * 2 + 2 * 3 + 3 * 2)  # corners, horizontals, junctions, verticals
    assert alone == []


def test_bars_are_blocks_and_letters_are_text() -> None:
    picture = drawn("value ██░░ 0.00")
    assert [each.text for each in picture if each.tag.endswith("text")] == ["value", "0.00"]
    assert [each.attrib["opacity"] for each in picture if "opacity" in each.attrib] == ["0.85", "0.18"]


@pytest.mark.parametrize("name", ["tower-siege", "hint", "review"])
def test_the_pictures_of_terminals_are_for_light_and_dark_pages(name: str) -> None:
    light, dark = ((PICTURES / f"{name}-{theme}.svg").read_text(encoding="utf-8") for theme in ("light", "dark"))
    words = [re.findall(r">([^<\n]+)</text>", picture) for picture in (light, dark)]
    assert words[0] == words[1] != []
    assert light != dark
