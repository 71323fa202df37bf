"""Scenes as plain data, for a page that draws them."""

from __future__ import annotations

from typing import Any

from parlour.games.scene import Scene, Shape


def scene_data(scene: Scene) -> dict[str, Any]:
    """The scene in numbers, text, lists and dicts alone. A field that has its default is left out."""
    return {
        "width": scene.width,
        "height": scene.height,
        "summary": scene.summary,
        "shapes": [shape_data(shape) for shape in scene.shapes],
    }


def shape_data(shape: Shape) -> dict[str, Any]:
    """`{"shape": "disc", "x": 20, "y": 20, "radius": 8, "style": "first", "click": [0, 3]}`"""
    defaults = shape._field_defaults
    fields = {k: value for k, value in shape._asdict().items() if k not in defaults or value != defaults[k]}
    if "points" in fields:
        fields["points"] = [list(point) for point in fields["points"]]
    if "click" in fields:
        fields["click"] = list(fields["click"])
    return {"shape": type(shape).__name__.lower(), **fields}
