"""Policies: everything that you may pass as one, best responses to them, and the scores of two against each other."""
