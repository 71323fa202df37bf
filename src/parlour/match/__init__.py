"""One game between two seats: sealed choices, views, history, result and records. No input, output, clock or chance.

Imports `games` only; players, storage and every face build on it.
"""
