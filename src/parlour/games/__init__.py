"""Everything that knows about a game, in one folder for each, and the contract that games follow.

This package imports nothing else of Parlour, and only the standard library. The exceptions are `habits.py` and the
optional `opponents.py` of a game: they use NumPy, and players import them when they first need them.
"""
