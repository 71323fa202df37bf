"""Last Stone, a game for two players."""
