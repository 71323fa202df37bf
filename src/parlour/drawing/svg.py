"""Scenes as SVG documents."""

from collections.abc import Iterator
from html import escape

from parlour.drawing.scenes import ADVANCE
from parlour.drawing.theme import LIGHT, Theme
from parlour.games.scene import Box, Disc, Polygon, Scene, Shape, Text

SANS = "system-ui, -apple-system, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif"
MONO = "ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace"
BASELINE = 0.36  # how far the baseline is below the middle of capital letters of size 1
EDGE = 2  # the width of the line around a shape


def svg(scene: Scene, theme: Theme = LIGHT) -> str:
    """The scene as a complete document. The same scene always gives the same text."""
    size = f'width="{number(scene.width)}" height="{number(scene.height)}"'
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {number(scene.width)} {number(scene.height)}" {size} '
        f'role="img" aria-label="{escape(printable(scene.summary))}" font-family="{SANS}">',
        f'<rect {size} rx="12" fill="{theme.page}"/>',
    ]
    for shape in scene.shapes:
        lines += elements(shape, theme)
    return "\n".join([*lines, "</svg>", ""])


def elements(shape: Shape, theme: Theme) -> Iterator[str]:
    paint = theme.styles[shape.style]
    if isinstance(shape, Text):
        yield text(shape, paint.text)
        return
    colours = f'fill="{paint.fill}" stroke="{paint.edge}" stroke-width="{EDGE}"'
    if isinstance(shape, Box):
        place = f'x="{number(shape.x)}" y="{number(shape.y)}" width="{number(shape.width)}"'
        yield f'<rect {place} height="{number(shape.height)}" rx="{number(shape.corner)}" {colours}/>'
        middle = shape.x + shape.width / 2, shape.y + shape.height / 2
    elif isinstance(shape, Disc):
        yield f'<circle cx="{number(shape.x)}" cy="{number(shape.y)}" r="{number(shape.radius)}" {colours}/>'
        middle = shape.x, shape.y
    elif isinstance(shape, Polygon):
        points = " ".join(f"{number(x)},{number(y)}" for x, y in shape.points)
        yield f'<polygon points="{points}" stroke-linejoin="round" {colours}/>'
        return
    if shape.label:
        yield text(Text(*middle, shape.label, size=shape.size, anchor="middle", bold=True), paint.label)


def text(shape: Text, colour: str) -> str:
    place = f'x="{number(shape.x)}" y="{number(shape.y + BASELINE * shape.size)}" font-size="{number(shape.size)}"'
    more = f' text-anchor="{shape.anchor}"' if shape.anchor != "start" else ""
    more += ' font-weight="bold"' if shape.bold else ""
    if shape.mono:
        width = number(len(shape.text) * shape.size * ADVANCE)
        more += f' font-family="{MONO}" textLength="{width}" xml:space="preserve"'
    return f'<text {place} fill="{colour}"{more}>{escape(printable(shape.text))}</text>'


def number(value: float) -> str:
    """At most two decimals, so that the last bits of a calculation never show."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def printable(line: str) -> str:
    """XML has no way to write control characters."""
    return "".join(character if character.isprintable() else "�" for character in line)
