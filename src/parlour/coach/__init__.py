"""Lessons from the exact solution: hints, explanations, reviews, practice and statistics, as data and plain text.

No input or output: the terminal and the server show it. Imports `games`, `match`, `players` and `solver`.
"""
