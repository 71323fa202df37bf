"""A game outside the package, which shows that three files are all a game needs."""
