"""How states are solved, how the result is proved, and the matrix games and decision processes that this needs."""
