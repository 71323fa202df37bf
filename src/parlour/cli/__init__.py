"""The command line: one file a command, loaded when it is called. Imports everything it needs; nothing imports it."""
