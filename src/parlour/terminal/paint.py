"""Styled lines as terminal text: with colour or without, in Unicode or in ASCII."""

from __future__ import annotations

from collections.abc import Mapping

from parlour.games.vocabulary import Line, Style

CODES: dict[Style, str] = {
    "first": "36",
    "second": "35",
    "red": "91",
    "blue": "94",
    "green": "92",
    "dim": "2",
    "strong": "1",
}
# fmt: off
ASCII = str.maketrans({
    "█": "#", "░": ".", "●": "*", "○": "o", "·": ".", "•": "*", "│": "|", "┃": "|", "─": "-", "━": "-", "═": "=",
    "┌": "+", "┬": "+", "┐": "+", "└": "+", "┴": "+", "┘": "+", "├": "+", "┼": "+", "┤": "+",
    "╭": "+", "╮": "+", "╰": "+", "╯": "+", "╷": " ", "╵": " ", "╺": "-", "╸": "-", "╶": "-", "╴": "-", "╌": "-",
    "┏": "+", "┓": "+", "┗": "+", "┛": "+", "╔": "+", "╗": "+", "╚": "+", "╝": "+", "║": "|", "▌": "|",
    "–": "-", "—": "-", "’": "'", "‘": "'", "“": '"', "”": '"', "×": "x", "…": "...",
})
# fmt: on


def painted(line: Line, colour: bool) -> str:
    return "".join(
        f"\x1b[{CODES[span.style]}m{span.text}\x1b[0m" if colour and span.style else span.text for span in line
    )


def in_ascii(text: str) -> str:
    return text.translate(ASCII).encode("ascii", "replace").decode("ascii")


def can_do_unicode(encoding: str, environ: Mapping[str, str]) -> bool:
    """Whether what is written may leave ASCII: the stream must take it and the locale must not forbid it."""
    try:
        "█●│".encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    everywhere, letters, language = (environ.get(name, "") for name in ("LC_ALL", "LC_CTYPE", "LANG"))
    if letters == "C.UTF-8":
        letters = ""  # Python itself puts that there when the locale is C or not installed
    locale = everywhere or letters or language or "UTF-8"
    return "utf" in locale.lower()
