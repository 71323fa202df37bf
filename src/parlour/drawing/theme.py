"""The colours of every style, for light and for dark pages.

The page takes its colours from here too. Text has a contrast of at least 4.5 to 1 with what is behind it, and a shape
at least 3 to 1 unless it only groups others (WCAG 2.2, level AA). The two players differ in blue and yellow and in
lightness, so people with any of the usual kinds of colour blindness can tell them apart.
"""

from typing import NamedTuple

from parlour.games.scene import Style


class Paint(NamedTuple):
    fill: str  # inside a shape
    edge: str  # around a shape
    label: str  # a label on a shape
    text: str  # a `Text`, which stands on the page or on a panel


class Theme(NamedTuple):
    page: str  # behind everything
    styles: dict[Style, Paint]


LIGHT = Theme(
    "#ffffff",
    {
        "panel": Paint("#f3f4f8", "#d3d7e0", "#171a22", "#171a22"),
        "board": Paint("#e3e6ee", "#7b8496", "#171a22", "#171a22"),
        "target": Paint("#fff0c2", "#916400", "#3d2b00", "#7a5400"),
        "spent": Paint("none", "#7b8496", "#5a6272", "#5a6272"),
        "first": Paint("#5a3fd0", "#43299f", "#ffffff", "#5a3fd0"),
        "second": Paint("#b84a00", "#8a3700", "#ffffff", "#ab4500"),
        "red": Paint("#c5203a", "#961529", "#ffffff", "#b81c34"),
        "blue": Paint("#1769c9", "#0f4f9b", "#ffffff", "#145fb8"),
        "green": Paint("#197a45", "#115a32", "#ffffff", "#16703f"),
        "strong": Paint("#171a22", "#171a22", "#ffffff", "#171a22"),
        "dim": Paint("#7b8496", "#7b8496", "#ffffff", "#5a6272"),
    },
)
DARK = Theme(
    "#12141a",
    {
        "panel": Paint("#1c1f28", "#343947", "#eceef4", "#eceef4"),
        "board": Paint("#282c38", "#7a8499", "#eceef4", "#eceef4"),
        "target": Paint("#4a3a0c", "#d9a92e", "#ffe6a3", "#f0c75e"),
        "spent": Paint("none", "#7a8499", "#a4adbd", "#a4adbd"),
        "first": Paint("#7a5cf0", "#b3a4ff", "#ffffff", "#b3a4ff"),
        "second": Paint("#c75300", "#ffa561", "#ffffff", "#ffa561"),
        "red": Paint("#d6304a", "#ff8a95", "#ffffff", "#ff8a95"),
        "blue": Paint("#2a75d8", "#6db3ff", "#ffffff", "#6db3ff"),
        "green": Paint("#1d8349", "#5fd08d", "#ffffff", "#5fd08d"),
        "strong": Paint("#eceef4", "#eceef4", "#12141a", "#eceef4"),
        "dim": Paint("#7a8499", "#7a8499", "#12141a", "#a4adbd"),
    },
)
THEMES: dict[str, Theme] = {"light": LIGHT, "dark": DARK}


def css_colours() -> str:
    """The colours of every style as CSS variables: light, and dark for people who prefer that."""
    return f":root{{{variables(LIGHT)}}}\n@media (prefers-color-scheme:dark){{:root{{{variables(DARK)}}}}}\n"


def variables(theme: Theme) -> str:
    paints = (
        f"--{style}-{part}:{colour};"
        for style, paint in theme.styles.items()
        for part, colour in paint._asdict().items()
    )
    return f"--page:{theme.page};" + "".join(paints)
