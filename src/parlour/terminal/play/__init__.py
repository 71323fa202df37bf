"""A game at the keyboard: the session, the screen, what can be typed, and who takes the seats."""
