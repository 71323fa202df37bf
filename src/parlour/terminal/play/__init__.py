"""A game at the keyboard: the session, the screen, the input, and the seats."""
