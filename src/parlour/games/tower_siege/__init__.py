"""Tower Siege: its rules, its words and RULES.md for players."""
