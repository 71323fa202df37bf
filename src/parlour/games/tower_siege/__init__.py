"""Tower Siege: `rules.py`, `words.py` and RULES.md."""
