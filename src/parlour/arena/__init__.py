"""Many matches and many questions: tournaments, evaluations of language models and other players, and their reports.

`harness` holds what both share; `tournament` and `evaluation` run; `statistics` and `report` evaluate the results.
Imports `games`, `match`, `fast`, `solver`, `players` and `drawing`; only `cli` imports it.
"""
