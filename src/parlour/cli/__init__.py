"""The command line: commands and their options, loaded when a command is called. Only `__main__` imports it."""
