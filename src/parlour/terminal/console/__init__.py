"""The terminal itself: what it can show, how it reads a line openly or in secret, questions, tables and progress."""
