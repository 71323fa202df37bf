"""Sinking Island: move, and the field that you leave sinks."""
