"""Tournaments: a plan, the pairs in their order, playing them, and the played matches."""
