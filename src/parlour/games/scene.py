"""The vocabulary of `drawing.py` of a game: a scene of plain shapes, and the actions that clicking them means.

A page, an SVG file and the images of an environment all draw the same scene. Coordinates start at the top left. A scene
is about 640 wide and must be readable on a phone that is 360 pixels wide, so no text is smaller than 18.
"""

from typing import Literal, NamedTuple, TypeAlias

# The meaning of a shape, not its look; a theme gives each style its colours. Colour never says anything alone: a label,
# the form or the place of a shape says it too.
Style = Literal[
    "panel",  # a part of the scene that holds other shapes
    "board",  # a place or a piece that belongs to neither player
    "target",  # a place that matters now: where a piece can go, or where a battle is
    "spent",  # the outline of something that is used up or not there yet
    "first",  # belongs to the first player
    "second",
    "red",
    "blue",
    "green",
    "strong",  # text; a shape of this style has the colour of text
    "dim",  # text that matters less; a line
]
# Keys of shapes that only say who is to choose; "turn-1" and "turn-2" may be followed by more. The page of a match
# leaves them out once this player has chosen or the match was given up, and writes its own words in place of "turn".
TURN = "turn"
TURNS = ("turn-1", "turn-2")
Anchor = Literal["start", "middle", "end"]
Number: TypeAlias = float  # whole numbers too

WIDTH = 640
SMALLEST = 18  # the size of the smallest text


class Click(NamedTuple):
    """The action that a click on a shape means, and the player (0 or 1) who may choose it."""

    player: int
    action: int


class Box(NamedTuple):
    """A rectangle, perhaps with round corners and a label in its middle."""

    x: Number
    y: Number
    width: Number
    height: Number
    style: Style
    corner: Number = 0  # radius
    label: str = ""
    size: Number = 24  # of the label
    key: str = ""  # the same piece has the same key in every scene, so that it can glide to its new place
    title: str = ""  # for screen readers; a shape that can be clicked must have one
    click: Click | None = None


class Disc(NamedTuple):
    """A circle around x and y, perhaps with a label in its middle."""

    x: Number
    y: Number
    radius: Number
    style: Style
    label: str = ""
    size: Number = 24
    key: str = ""
    title: str = ""
    click: Click | None = None


class Polygon(NamedTuple):
    """A filled outline through these points."""

    points: tuple[tuple[Number, Number], ...]
    style: Style
    key: str = ""
    title: str = ""
    click: Click | None = None


class Text(NamedTuple):
    """A line of text. `y` is the middle of its capital letters; `x` is its left end, its middle or its right end."""

    x: Number
    y: Number
    text: str
    style: Style = "strong"
    size: Number = 24
    anchor: Anchor = "start"
    bold: bool = False
    mono: bool = False  # every letter is equally wide, as at a terminal
    key: str = ""


Shape: TypeAlias = Box | Disc | Polygon | Text


class Scene(NamedTuple):
    """A drawing of one state. Later shapes lie on top. All scenes of a game with the same rules have the same size."""

    width: Number
    height: Number
    shapes: tuple[Shape, ...]
    summary: str  # the whole scene in a sentence or two, for people who do not see it
