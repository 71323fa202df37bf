"""Color Capture: `rules.py`, `words.py` and RULES.md."""
