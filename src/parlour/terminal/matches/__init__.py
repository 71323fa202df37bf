"""Saved matches: saving while people play, finding them again, and stepping through them."""
