"""Matches over HTTP: play by link, spectators, reviews and bots.

Layers, from the bottom: `seals` and `rows`; `store/` keeps rows; `table` applies requests to a match in one
transaction; `views` turns a match into JSON; `app` and the files of routes answer requests; `page/` is what browsers
get. Nothing but `cli` imports this package.
"""
