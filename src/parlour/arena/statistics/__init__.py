"""Intervals, ratings, luck-adjusted and exact scores, and losses: numbers from matches, without I/O."""
