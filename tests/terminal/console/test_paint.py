"""Colours, Unicode and ASCII."""

from __future__ import annotations

import pytest

from parlour.games.vocabulary import Span, Style
from parlour.terminal.console.paint import DARK, LIGHT, can_do_unicode, colours, in_ascii, paint_line


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
