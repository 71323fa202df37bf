"""Exact analysis: solved games with a certificate, best responses, graded decisions, fairness and matrix games.

Imports `games`, and `fast` for its compiler. `solve` is in `api.py`; `best_response` and `exploitability` are in
`best_response.py`.
"""
