"""Scenes as SVG documents, and their colours."""

from __future__ import annotations

import runpy
from itertools import combinations
from pathlib import Path
from typing import get_args
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support import matches

from parlour.drawing import scene_of, svg
from parlour.drawing.theme import LIGHT, THEMES, Theme
from parlour.games.scene import Box, Disc, Polygon, Scene, Shape, Style, Text
from parlour.match.match import Match

PICTURES = Path(__file__).parents[2] / "docs" / "pictures"
BOARDS = runpy.run_path(str(Path(__file__).parents[2] / "tools" / "pictures" / "boards.py"))["documents"]()
NAMESPACE = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("file", BOARDS)
def test_the_pictures_in_the_documents_are_up_to_date(file: str) -> None:
    """These are also the golden drawings: look at them, then run `make pictures`."""
    assert (PICTURES / file).read_text(encoding="utf-8") == BOARDS[file]


@given(matches(), st.sampled_from(sorted(THEMES)))
@settings(max_examples=40)
def test_a_document_is_xml_with_an_element_for_each_shape(match: Match, theme: str) -> None:
    scene = scene_of(match.game, match.state)
    root = ElementTree.fromstring(svg(scene, THEMES[theme]))
    assert root.attrib["aria-label"] == scene.summary
    drawn = [element for element in root if element.tag != f"{NAMESPACE}text"]
    assert len(drawn) == 1 + sum(not isinstance(shape, Text) for shape in scene.shapes)


@given(st.text())
def test_any_text_can_be_drawn(text: str) -> None:
    shapes: tuple[Shape, ...] = (Text(0, 0, text), Box(0, 0, 9, 9, "panel", label=text), Text(0, 0, text, mono=True))
    root = ElementTree.fromstring(svg(Scene(10, 10, shapes, text)))
    assert not root.findall(f".//{NAMESPACE}script")
    if text.isprintable():
        assert all((element.text or "") == text for element in root.findall(f"{NAMESPACE}text"))


def test_numbers_are_short() -> None:
    shapes = (Disc(1 / 3, 2, 0.1 + 0.2, "red"), Polygon(((0, 0.5), (10, 20)), "blue"))
    document = svg(Scene(100, 100, shapes, "two shapes"))
    assert 'cx="0.33" cy="2" r="0.3"' in document
    assert 'points="0,0.5 10,20"' in document


# Colours


def linear(colour: str) -> tuple[float, float, float]:
    parts = [int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return red, green, blue


def contrast(one: str, other: str) -> float:
    """The contrast ratio of WCAG 2."""
    bright = sorted(sum(a * b for a, b in zip((0.2126, 0.7152, 0.0722), linear(c), strict=True)) for c in (one, other))
    return (bright[1] + 0.05) / (bright[0] + 0.05)


# Machado, Oliveira and Fernandes (2009), severity 1.0.
BLINDNESS = {
    "none": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.01182, 0.04294, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.3039)),
}


def lab(colour: str, blindness: str) -> tuple[float, float, float]:
    """CIE L*a*b* of a colour as it is seen."""
    seen = [sum(a * b for a, b in zip(row, linear(colour), strict=True)) for row in BLINDNESS[blindness]]
    red, green, blue = (min(1.0, max(0.0, part)) for part in seen)
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089
    fx, fy, fz = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def difference(one: str, other: str, blindness: str) -> float:
    pairs = zip(lab(one, blindness), lab(other, blindness), strict=True)
    return float(sum((a - b) ** 2 for a, b in pairs) ** 0.5)


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_every_style_has_colours_that_can_be_read(theme: Theme) -> None:
    assert set(theme.styles) == set(get_args(Style))
    panel = theme.styles["panel"].fill
    for name, paint in theme.styles.items():
        for ground in (theme.page, panel):
            assert contrast(paint.text, ground) >= 4.5, name
            if name != "panel":  # which only groups other shapes
                assert contrast(paint.edge, ground) >= 3, name
        ground = panel if paint.fill == "none" else paint.fill
        assert contrast(paint.label, ground) >= (3 if name == "dim" else 4.5), name
    assert contrast(theme.styles["target"].text, theme.styles["target"].fill) >= 4.5  # a text on a target


@pytest.mark.parametrize("blindness", BLINDNESS)
@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_people_with_colour_blindness_can_tell_players_apart(theme: Theme, blindness: str) -> None:
    players = theme.styles["first"], theme.styles["second"]
    assert difference(players[0].fill, players[1].fill, blindness) > 30
    assert difference(players[0].text, players[1].text, blindness) > 30


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_the_colours_of_tokens_differ_and_are_labelled_because_not_everybody_sees_them(theme: Theme) -> None:
    styles: tuple[Style, ...] = ("red", "blue", "green", "first", "second")
    for one, other in combinations(styles, 2):
        assert difference(theme.styles[one].fill, theme.styles[other].fill, "none") > 20, (one, other)


def test_the_page_is_behind_everything() -> None:
    root = ElementTree.fromstring(svg(Scene(40, 30, (), "nothing"), LIGHT))
    assert root[0].attrib["fill"] == LIGHT.page
    assert (root[0].attrib["width"], root[0].attrib["height"]) == ("40", "30")
