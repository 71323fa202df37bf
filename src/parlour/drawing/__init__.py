"""Boards as scenes and as SVG, for pages, documents and environments.

Imports `games` alone.
"""

from parlour.drawing.data import scene_data
from parlour.drawing.scenes import scene_of
from parlour.drawing.svg import svg

__all__ = ["scene_data", "scene_of", "svg"]
