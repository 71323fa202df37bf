"""The report of a run: one HTML page that needs nothing else, and the same figures as Markdown and JSON.

`figures` collects everything as plain data; `html`, `markdown` and `data` only write it down.
"""
