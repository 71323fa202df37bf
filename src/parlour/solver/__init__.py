"""Exact analysis: solved games with a certificate, best responses, reviews of choices, fairness and matrix games.

`solve` is in `api.py`, what it returns in `solution.py`, and the one cache of solved games in `solutions.py`. `states/`
finds and numbers states, `exact/` solves and proves them, `policies/` judges policies, `kernels/` is compiled.
"""
