"""The terminal itself: its abilities, reading a line openly or in secret, questions, tables and progress."""
