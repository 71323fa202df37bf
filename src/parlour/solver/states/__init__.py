"""The states of a game: finding them, numbering them, where their actions lead, and mixes for all of them as arrays."""
