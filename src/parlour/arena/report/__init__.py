"""Reports: one HTML page that needs nothing else, and the same figures as Markdown and JSON.

`figures` collects those of a tournament and `tournament` writes them; `scorecard` is the report of evaluations.
"""
