"""The rules and words of every game, and the contract they share.

Anything may import this package; it imports nothing from the rest of Parlour and only the standard library.
"""
