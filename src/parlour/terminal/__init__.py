"""People at a keyboard: questions, boards, secret choices, saved matches and the menu.

Imports `games`, `match`, `players` and `storage`; only `cli` imports it.
"""
