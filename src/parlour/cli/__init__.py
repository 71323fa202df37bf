"""The command line: commands and their options, loaded when a command is called. Only `__main__` imports it.

A command lies in the file of its name. These files have several:

- `games.py`: games, rules, bench
- `matches.py`: matches, resume, replay, stats, verify
- `play.py`: play, practice
- `serve.py`: serve, backup, restore, bot, mcp
"""
