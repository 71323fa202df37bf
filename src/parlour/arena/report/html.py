"""The pages of reports: one file each, without scripts, that loads nothing. All texts are escaped by Jinja."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from parlour.arena.harness.extras import need
from parlour.arena.report import charts, text
from parlour.arena.report.figures import TournamentFigures
from parlour.arena.report.head_to_head import MatchupScores
from parlour.arena.report.replays import Album
from parlour.drawing.theme import THEMES, Theme

FOLDER = Path(__file__).parent


def render(template: str, **values: Any) -> str:
    """The page that a template makes of some values."""
    jinja2 = need("jinja2", "a report needs")
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(FOLDER),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    rendered: str = environment.get_template(template).render(**values)
    return rendered + "\n"


def tournament_page(figures: TournamentFigures, album: Album) -> str:
    safe = need("markupsafe", "a report needs").Markup  # for texts that are made here
    css = styles()
    drawings: dict[str, Callable[..., str]] = {
        "rating_bar": lambda *given: safe(charts.rating_bar(*given)),
        "loss_chart": lambda *given: safe(charts.loss_chart(*given)),
        "swatch": lambda *given: safe(charts.swatch(*given)),
    }
    return render(
        "tournament.html.j2",
        figures=figures,
        album=album,
        symbols=[safe(symbol) for symbol in album.symbols],  # made by `drawing.svg`, which escapes every text
        css=safe(css),
        css_hash=base64.b64encode(hashlib.sha256(css.encode()).digest()).decode(),
        show=text,
        heat=charts.heat,
        score_of=score_of,
        **drawings,
    )


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


def score_of(matchups: tuple[MatchupScores, ...], one: str, other: str) -> float | None:
    """What a player scored against another one, for the heat map."""
    for each in matchups:
        if each.players == (one, other):
            return each.score.mean
        if each.players == (other, one):
            return -each.score.mean
    return None
