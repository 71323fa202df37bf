"""Code that is only compiled, never imported: `fast/compile.py` joins it with the rules of a game."""
