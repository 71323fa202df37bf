"""Exact analysis: solved games with a certificate, best responses, graded decisions, fairness and matrix games.

Imports `games`, and `fast` for its compiler. The public functions are in `api.py`.
"""
