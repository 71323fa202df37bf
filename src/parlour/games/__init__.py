"""The rules and the texts of every game, and the contract they follow.

This package imports only the standard library. Every other package may import it.
"""
