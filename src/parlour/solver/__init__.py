"""Exact analysis: whole games with a certificate, best responses, graded moves, fairness, matrix games.

Imports `games`, and `fast` for its compiler. The front door takes `solve`, `exploitability` and `best_response` from
`api.py`.
"""
