"""Goofspiel, a game for two players."""
