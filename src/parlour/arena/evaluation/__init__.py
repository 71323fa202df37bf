"""A language model, or any player, measured against the exact solution: positions, matches, exploitation, questions."""
