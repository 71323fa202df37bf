"""Tournaments: a plan, the pairs in their order, playing them, and what was played."""
