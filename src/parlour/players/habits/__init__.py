"""Players with habits: casual people, levels and characters; a model of a person, and the `reader` that exploits it."""
