"""The page of a report: one file, without scripts, that loads nothing. All texts are escaped by Jinja."""

from __future__ import annotations

import base64
import hashlib
from pathlib import Path
from typing import Any

from parlour.arena.report import charts, text
from parlour.arena.report.replays import Album
from parlour.arena.report.shapes import Figures, Meeting
from parlour.drawing.theme import THEMES, Theme
from parlour.games.errors import ParlourError

FOLDER = Path(__file__).parent


def page(figures: Figures, album: Album) -> str:
    try:
        import jinja2
        from markupsafe import Markup
    except ImportError as error:
        raise ParlourError(f'a report needs {error.name}; install the extra: pip install "parlour[arena]"') from None
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(FOLDER),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    css = styles()
    drawings: dict[str, Any] = {
        "rating_bar": lambda *given: Markup(charts.rating_bar(*given)),
        "loss_chart": lambda *given: Markup(charts.loss_chart(*given)),
        "swatch": lambda *given: Markup(charts.swatch(*given)),
    }
    rendered = environment.get_template("template.html.j2").render(
        figures=figures,
        album=album,
        symbols=[Markup(symbol) for symbol in album.symbols],  # made by `drawing.svg`, which escapes every text
        css=Markup(css),
        css_hash=base64.b64encode(hashlib.sha256(css.encode()).digest()).decode(),
        show=text,
        heat=charts.heat,
        score_of=score_of,
        **drawings,
    )
    return rendered + "\n"


def styles() -> str:
    """The style sheet, with the colours of the drawings for light and dark."""
    light, dark = (variables(THEMES[name]) for name in ("light", "dark"))
    colours = f":root{{{light}}}\n@media (prefers-color-scheme:dark){{:root{{{dark}}}}}\n"
    return colours + (FOLDER / "style.css").read_text(encoding="utf-8")


def variables(theme: Theme) -> str:
    paints = (
        f"--{style}-{part}:{colour};"
        for style, paint in theme.styles.items()
        for part, colour in paint._asdict().items()
    )
    return f"--page:{theme.page};" + "".join(paints)


def score_of(meetings: tuple[Meeting, ...], one: str, other: str) -> float | None:
    """What a player scored against another one, for the heat map."""
    for meeting in meetings:
        if meeting.players == (one, other):
            return meeting.score.mean
        if meeting.players == (other, one):
            return -meeting.score.mean
    return None
