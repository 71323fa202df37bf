"""Exact analysis: solved games with a certificate, best responses, reviews of choices, fairness and matrix games.

`solve` is in `api.py`, what it returns in `solution.py`. `memory.py` keeps the games that were solved last, and
`solution_files.py` stores solutions. `states/` finds and numbers states, `exact/` solves and proves them, `policies/`
judges policies, `kernels/` is compiled.
"""
