"""Turns styled lines into terminal text: with or without colour, in Unicode or ASCII."""

from collections.abc import Iterable, Mapping

from parlour.games.vocabulary import Line, Span, Style
from parlour.printing import escape

# Bright colours are hard to read on white, so a light background gets dark ones.
DARK: dict[Style, str] = {
    "first": "36",
    "second": "35",
    "red": "91",
    "blue": "94",
    "green": "92",
    "dim": "2",
    "strong": "1",
}
LIGHT: dict[Style, str] = {
    **DARK,
    "first": "38;5;24",
    "second": "38;5;90",
    "red": "38;5;124",
    "blue": "38;5;20",
    "green": "38;5;22",
}
INDENT = Span("    ")
# fmt: off
ASCII = str.maketrans({
    "█": "#", "░": ".", "●": "*", "○": "o", "·": ".", "•": "*", "│": "|", "┃": "|", "─": "-", "━": "-", "═": "=",
    "┌": "+", "┬": "+", "┐": "+", "└": "+", "┴": "+", "┘": "+", "├": "+", "┼": "+", "┤": "+",
    "╭": "+", "╮": "+", "╰": "+", "╯": "+", "╷": " ", "╵": " ", "╺": "-", "╸": "-", "╶": "-", "╴": "-", "╌": "-",
    "┏": "+", "┓": "+", "┗": "+", "┛": "+", "╔": "+", "╗": "+", "╚": "+", "╝": "+", "║": "|", "▌": "|",
    "–": "-", "—": "-", "’": "'", "‘": "'", "“": '"', "”": '"', "×": "x", "…": "...",
})
# fmt: on


class Painted(str):
    """A line with the codes of its colours. Its texts are escaped, and the line is printed as it is."""


def paint_line(line: Line, colour: bool, codes: Mapping[Style, str] = DARK) -> Painted:
    texts = [(escape(span.text), span.style) for span in line]
    return Painted("".join(f"\x1b[{codes[style]}m{text}\x1b[0m" if colour and style else text for text, style in texts))


def join_lines(lines: Iterable[str]) -> str:
    """Lines as text that cannot control the terminal, except by the colours of lines that were painted here."""
    return "".join(f"{line if isinstance(line, Painted) else escape(line)}\n" for line in lines)


def fit_line(line: Line, width: int) -> list[Line]:
    """A line that is too long, as several; they begin where its pieces do."""
    rows: list[list[Span]] = [[]]
    used = 0
    for span in line:
        if rows[-1] and used + len(span.text.rstrip()) > width:
            rows.append([INDENT])
            used = len(INDENT.text)
        rows[-1].append(span)
        used += len(span.text)
    # Spaces at the end would fill another line.
    return [(*row[:-1], row[-1]._replace(text=row[-1].text.rstrip())) if row else () for row in rows]


def colours(environ: Mapping[str, str]) -> Mapping[Style, str]:
    """The codes for this terminal. Some terminals tell their background in COLORFGBG: `0;15` is black on white."""
    background = environ.get("PARLOUR_BACKGROUND") or environ.get("COLORFGBG", "").rpartition(";")[2]
    many = "256color" in environ.get("TERM", "") or bool(environ.get("COLORTERM"))
    return LIGHT if many and background in ("light", "7", "15") else DARK


def in_ascii(text: str) -> str:
    return text.translate(ASCII).encode("ascii", "replace").decode("ascii")


def can_do_unicode(encoding: str, environ: Mapping[str, str]) -> bool:
    """Whether the stream can encode Unicode and the locale allows it."""
    try:
        "█●│".encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    lc_all, lc_ctype, lang = (environ.get(name, "") for name in ("LC_ALL", "LC_CTYPE", "LANG"))
    if lc_ctype == "C.UTF-8":
        lc_ctype = ""  # Python itself sets this when the locale is C or not installed
    return "utf" in (lc_all or lc_ctype or lang or "UTF-8").lower()
