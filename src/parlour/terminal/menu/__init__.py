"""Between games: the menu, choosing a game and an opponent, series, and what comes after a match."""
