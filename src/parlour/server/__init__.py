"""Matches over HTTP: play by link, spectators, reviews and bots.

From the bottom: `store/` keeps rows; `matches/` loads them as a `Match`, applies requests in one transaction and makes
views; `live/` works between requests; `http/` answers them; `page/` is for browsers; `serve.py` starts the server.
Nothing but `cli` imports this package.
"""
