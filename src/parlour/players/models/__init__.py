"""Language models as players, over any server that speaks OpenAI's chat completions.

Imports `games` and `match`; the package `openai` is imported at the first call.
"""
