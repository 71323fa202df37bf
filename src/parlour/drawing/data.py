"""Scenes as plain data, for a page that draws them."""

from __future__ import annotations

from typing import Any

from parlour.games.scene import Box, Disc, Polygon, Scene, Shape, Text

REQUIRED = object()  # equal to no value
FIELDS = {
    kind: tuple((name, kind._field_defaults.get(name, REQUIRED)) for name in kind._fields)
    for kind in (Box, Disc, Polygon, Text)
}


def scene_data(scene: Scene) -> dict[str, Any]:
    """The scene as JSON can hold it: numbers, text, tuples, lists and dicts."""
    return {
        "width": scene.width,
        "height": scene.height,
        "summary": scene.summary,
        "shapes": [shape_data(shape) for shape in scene.shapes],
    }


def shape_data(shape: Shape) -> dict[str, Any]:
    """`{"shape": "disc", "x": 20, "y": 20, "radius": 8, "style": "first", "click": (0, 3)}`, without any default."""
    fields = zip(FIELDS[type(shape)], shape, strict=True)
    return {
        "shape": type(shape).__name__.lower(),
        **{name: value for (name, default), value in fields if value != default},
    }
