"""Policies: everything that may be passed as one, best responses to them, and what two of them score."""
