"""Token Tactics: `rules.py`, `words.py` and RULES.md."""
