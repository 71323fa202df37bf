"""Resource War: `rules.py`, `words.py` and RULES.md."""
