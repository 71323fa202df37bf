"""Play at a terminal: the menu, the flow of a game, saved matches, and the console that they all use.

Imports `games`, `match`, `players`, `coach`, `solver` and `storage`; only `cli` and `check` import it.
"""
