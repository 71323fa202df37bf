"""Boards as scenes and as SVG, for pages, documents and environments.

Imports `games` alone.
"""

from parlour.drawing.scenes import scene_data, scene_of
from parlour.drawing.svg import svg

__all__ = ["scene_data", "scene_of", "svg"]
