"""Language models measured against the exact solution.

Imports `players`, `solver` and `arena`, and what is below them; only commands import it.
"""
