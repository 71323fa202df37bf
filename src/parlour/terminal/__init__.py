"""Play at a terminal: prompts, boards, secret choices, hints, saved matches and the menu.

Imports `games`, `match`, `players`, `solver` and `storage`; only `cli` imports it.
"""
