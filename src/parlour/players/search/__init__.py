"""The player `search`, which looks ahead: its tree, smaller copies of a game, and the compiled loops."""
