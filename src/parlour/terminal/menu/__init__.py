"""Between games: the menu, choosing a game and an opponent, series, and the end of a match."""
