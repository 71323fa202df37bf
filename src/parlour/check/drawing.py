"""Whether `drawing.py`, if there is one, draws every state, and offers legal actions alone."""

from collections import Counter
from collections.abc import Iterator
from functools import partial
from math import isfinite
from typing import Any, cast, get_args

from parlour.check.guard import call
from parlour.check.loading import arguments_problem, is_line
from parlour.check.results import Broken, CheckResult, Mistake, failed_check
from parlour.check.subject import CheckedGame, Node, Spread
from parlour.games.errors import shorten, spans
from parlour.games.game import Game
from parlour.games.scene import SMALLEST, Box, Click, Disc, Polygon, Scene, Shape, Style, Text

NARROW = 0.4  # the width of a letter of size 1 in a narrow font; a text that is too wide even then never fits


def check_drawing(subject: CheckedGame) -> CheckResult:
    game = subject.game()
    if game.drawing is None:
        return CheckResult("drawing", "passed", "there is no drawing.py: pages show the text board")
    problems = ["drawing.py has no scene"]
    if hasattr(game.drawing, "scene"):
        problems = arguments_problem("drawing.py", game.drawing, "scene", 2)
    if problems:
        return failed_check("drawing", *map(Mistake, problems))
    sizes: set[tuple[float, float]] = set()
    seen = Spread(subject.graph.nodes.items(), subject.graph.complete)
    for state, visible, node in subject.places(seen):
        with subject.findings.collect("drawing"):
            drawn = check_scene(subject, game, state, visible, node)
            sizes.add((drawn.width, drawn.height))
            if len(sizes) > 1:
                raise Broken(f"all scenes must have the same size, but there are {sorted(sizes)}", state)
    for change in subject.variants():
        check_variant(subject, change)
    return subject.findings.result(
        "drawing", f"there is a scene, and clicks are legal actions, in {seen.extent('state')}"
    )


def check_variant(subject: CheckedGame, change: dict[str, int]) -> None:
    """The start of the variant with one parameter at its lowest or highest value."""
    game = subject.game(**change)
    state = game.start()
    node = Node(game.to_act(state), (game.actions(state, 0), game.actions(state, 1)), {})
    try:
        check_scene(subject, game, state, game.shown(state), node)
    except Broken as error:
        subject.findings.keep("drawing", error.failure._replace(rules=change))


def check_scene(subject: CheckedGame, game: Game, state: Any, visible: Any, node: Node) -> Scene:
    """The scene of a state, or `Broken`."""
    draw = partial(call, subject.folder, cast(Any, game.drawing).scene, game.rules, visible, state=state)
    drawn = draw()
    if not isinstance(drawn, Scene) or not isinstance(drawn.shapes, tuple):
        raise Broken(f"scene() must return a Scene with a tuple of shapes, not {shorten(drawn)}", state)
    if draw() != drawn:
        raise Broken("scene() must depend on its arguments alone, but the same state gives two different scenes", state)
    if not is_line(drawn.summary):
        raise Broken(f"the summary of a scene must be a line of text, not {shorten(drawn.summary)}", state)
    if not all(is_number(each) and each > 0 for each in (drawn.width, drawn.height)):
        raise Broken(f"a scene cannot be {shorten(drawn.width)} by {shorten(drawn.height)}", state)
    for shape in drawn.shapes:
        problem = next(shape_problems(drawn, shape, node), None)
        if problem:
            raise Broken(f"{problem}; the shape is {shorten(shape, 150)}", state)
    keys = Counter(shape.key for shape in drawn.shapes if shape.key)
    twice = next((key for key, number in keys.items() if number > 1), None)
    if twice:
        raise Broken(f"two shapes have the key {twice!r}, but a key stands for one piece", state)
    return drawn


def shape_problems(scene: Scene, shape: Any, node: Node) -> Iterator[str]:
    if not isinstance(shape, Box | Disc | Polygon | Text):
        yield "a shape must be a Box, a Disc, a Polygon or a Text"
        return
    if shape.style not in get_args(Style):
        yield f"there is no style {shorten(shape.style)}"
    lines = [shape.text] if isinstance(shape, Text) else [shape.title, getattr(shape, "label", "")]
    if not all(isinstance(line, str) and line.isprintable() for line in (shape.key, *lines)):
        yield "a text, a label, a title and a key must each be a line of text"
        return
    if not all(map(is_number, numbers(shape))):
        yield "places and sizes must be plain numbers"
        return
    if lines[-1] and not isinstance(shape, Polygon) and shape.size < SMALLEST:
        yield f"a text must have a size of at least {SMALLEST}, to be legible on a phone"
    left, top, right, bottom = extent(shape)
    if not (0 <= left <= right <= scene.width and 0 <= top <= bottom <= scene.height):
        yield f"a shape must be within the {scene.width} by {scene.height} of its scene"
    if not isinstance(shape, Text) and shape.click is not None:
        yield from click_problems(shape.click, shape.title, node)


def click_problems(click: Any, title: str, node: Node) -> Iterator[str]:
    if not isinstance(click, Click):
        yield "a click must be a Click(player, action)"
    elif click.player not in node.actors:
        yield f"a click is meant for player {shorten(click.player)}, who is not to act"
    elif click.action not in node.actions[click.player]:
        legal = spans(node.actions[click.player])
        yield f"a click means the action {shorten(click.action)}, but these are legal: {legal}"
    elif not title:
        yield "a shape that can be clicked must have a title"


def numbers(shape: Shape) -> list[Any]:
    """Every number of a shape, as far as they are numbers."""
    if isinstance(shape, Polygon):
        return [each for point in shape.points for each in point]
    names = ("x", "y", "width", "height", "corner", "radius", "size")
    return [getattr(shape, name) for name in names if hasattr(shape, name)]


def extent(shape: Shape) -> tuple[float, float, float, float]:
    """The left, top, right and bottom end of a shape."""
    if isinstance(shape, Box):
        return shape.x, shape.y, shape.x + shape.width, shape.y + shape.height
    if isinstance(shape, Disc):
        return shape.x - shape.radius, shape.y - shape.radius, shape.x + shape.radius, shape.y + shape.radius
    if isinstance(shape, Polygon):
        across, down = [x for x, _ in shape.points], [y for _, y in shape.points]
        return min(across), min(down), max(across), max(down)
    width = len(shape.text) * shape.size * NARROW
    left = shape.x - {"start": 0, "middle": width / 2, "end": width}[shape.anchor]
    return left, shape.y - shape.size / 2, left + width, shape.y + shape.size / 2


def is_number(value: object) -> bool:
    return type(value) in (int, float) and isfinite(cast(float, value))
