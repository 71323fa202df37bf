"""Plots of a match, a solution, or the fairness of variants. Needs the extra `plots`; only commands import it."""
