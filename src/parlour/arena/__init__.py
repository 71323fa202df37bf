"""Tournaments: many matches between many players, in pairs with seats swapped, that survive any interruption.

A run folder holds `plan.json`, `matches.jsonl` and, if language models play, `calls.jsonl`. Imports `games`, `match`,
`players` and `solver`; `evaluate` and `cli` import it.
"""
