"""The pages of reports: one file each, without scripts, that loads nothing. All texts are escaped by Jinja."""

import base64
import hashlib
from collections.abc import Sequence
from math import floor, log10
from pathlib import Path
from typing import Any

from parlour.arena.report import text
from parlour.arena.report.figures import TournamentFigures
from parlour.arena.report.replays import Album
from parlour.arena.statistics.losses import PlayerLosses
from parlour.arena.statistics.ratings import CENTRE, Rating
from parlour.drawing.theme import css_colours
from parlour.extras import need

FOLDER = Path(__file__).parent
WIDTH, HEIGHT = 640, 280  # of a chart of losses
LEFT, RIGHT, TOP, BOTTOM = 80, 20, 14, 52  # the room around it
LINES = 6  # colours of lines; further players get other dashes
APART = 3  # between the intervals of two players
CUT = 3  # times a mean: a longer interval is cut off at the top of a chart
BAR_WIDTH, BAR_HEIGHT = 200, 24


def render(template: str, **values: Any) -> str:
    jinja2 = need("jinja2", "a report needs", "arena")
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
    safe = need("markupsafe", "a report needs", "arena").Markup  # for texts that are made here
    css = css_colours() + (FOLDER / "style.css").read_text(encoding="utf-8")  # colours for light and dark
    scores = {each.players: each.score.mean for each in figures.matchups}
    return render(
        "tournament.html.j2",
        figures=figures,
        album=album,
        symbols=[safe(symbol) for symbol in album.symbols],  # made by `drawing.svg`, which escapes every text
        css=safe(css),
        css_hash=base64.b64encode(hashlib.sha256(css.encode()).digest()).decode(),
        show=text,
        heat=heat,
        score_by_players=scores | {players[::-1]: -score for players, score in scores.items()},
        rating_bar=lambda *given: safe(rating_bar(*given)),
        loss_chart=lambda *given: safe(loss_chart(*given)),
        swatch=lambda *given: safe(swatch(*given)),
    )


# Charts as SVG. They hold numbers only, so no text of a player can get into them.


def rating_bar(rating: Rating, table: Sequence[Rating]) -> str:
    """A point with its interval, on the scale of a table."""
    low, high = min(CENTRE, *(each.low for each in table)), max(CENTRE, *(each.high for each in table))
    scale = (BAR_WIDTH - 12) / max(1.0, high - low)

    def x(value: float) -> str:
        return f"{6 + (value - low) * scale:.1f}"

    middle = BAR_HEIGHT / 2
    return (
        f'<svg class="bar" viewBox="0 0 {BAR_WIDTH} {BAR_HEIGHT}" aria-hidden="true">'
        f'<line class="axis" x1="{x(CENTRE)}" x2="{x(CENTRE)}" y1="0" y2="{BAR_HEIGHT}"/>'
        f'<line class="reach" x1="{x(rating.low)}" x2="{x(rating.high)}" y1="{middle}" y2="{middle}"/>'
        f'<circle class="point" cx="{x(rating.rating)}" cy="{middle}" r="5"/></svg>'
    )


def loss_chart(players: Sequence[PlayerLosses]) -> str:
    """A line for each player: the mean loss per choice by the number of the turn, with intervals."""
    last = max(each.end for player in players for each in player.bins)
    most = max(0.01, *(min(each.loss.high, CUT * each.loss.mean) for player in players for each in player.bins))
    step = nice_step(most)
    top = step * -(-most // step)

    def x(number: float) -> float:
        return LEFT + 10 + (number - 1) * (WIDTH - LEFT - RIGHT - 20) / max(1, last - 1)

    def y(loss: float) -> float:
        return HEIGHT - BOTTOM - loss / top * (HEIGHT - TOP - BOTTOM)

    parts = [f'<svg class="chart" viewBox="0 0 {WIDTH} {HEIGHT}" aria-hidden="true">']
    for tick in range(round(top / step) + 1):
        height = f"{y(tick * step):.1f}"
        parts.append(f'<line class="grid" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{height}" y2="{height}"/>')
        parts.append(f'<text x="{LEFT - 8}" y="{float(height) + 6:.1f}" text-anchor="end">{tick * step:.3g}</text>')
    every = max(1, -(-last // 10))
    for number in range(1, last + 1, every):
        parts.append(f'<text x="{x(number):.1f}" y="{HEIGHT - BOTTOM + 22}" text-anchor="middle">{number}</text>')
    parts.append(f'<text x="{(WIDTH + LEFT) / 2}" y="{HEIGHT - 6}" text-anchor="middle">number of the turn</text>')
    for place, player in enumerate(players):
        aside = APART * (place - (len(players) - 1) / 2)
        parts.append(f'<g class="{line_class(place)}">')
        points = []
        for each in player.bins:
            across = f"{x((each.begin + each.end) / 2) + aside:.1f}"
            down, low, high = (f"{y(min(top, loss)):.1f}" for loss in each.loss[:3])
            parts.append(f'<line x1="{across}" x2="{across}" y1="{low}" y2="{high}"/>')
            parts.append(f'<circle cx="{across}" cy="{down}" r="3.5"/>')
            points.append(f"{across},{down}")
        parts.append(f'<polyline points="{" ".join(points)}"/></g>')
    return "".join([*parts, "</svg>"])


def swatch(place: int) -> str:
    """The line of a player, for a legend."""
    return (
        f'<svg class="swatch" viewBox="0 0 36 12" aria-hidden="true"><g class="{line_class(place)}">'
        '<polyline points="1,6 35,6"/><circle cx="18" cy="6" r="3.5"/></g></svg>'
    )


def line_class(place: int) -> str:
    return f"line colour{place % LINES} dash{place // LINES % 3}"


def nice_step(most: float) -> float:
    """1, 2 or 5 times a power of ten, so that there are three to six lines of a grid."""
    power = 10.0 ** floor(log10(most / 3))
    return float(next(factor * power for factor in (1, 2, 5, 10) if most / (factor * power) <= 6))


def heat(score: float) -> int:
    """The colour of a score: from 0, lost, to 8, won."""
    return max(0, min(8, round(4 + 4 * score)))
