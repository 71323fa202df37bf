"""Undercut, a game for two players."""
