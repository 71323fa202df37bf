"""Sinking Island, a game for two players."""
