"""Token Showdown: `rules.py`, `words.py` and RULES.md."""
