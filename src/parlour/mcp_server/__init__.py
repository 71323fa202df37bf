"""A seat of a match as tools for language models, over MCP (the Model Context Protocol).

Imports `games`, `match`, `players` and `storage`, and the package `mcp`.
"""
