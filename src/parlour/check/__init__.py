"""The checks of `parlour check`: whether a game follows the contract, in every state that play can reach.

They run in a separate process (`run.py` starts it, `worker.py` is it), which a broken game may hang or end. Only
the command line imports this package.
"""
