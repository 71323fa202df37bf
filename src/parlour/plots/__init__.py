"""Pictures of what was found: a match, a solution, the fairness of variants. Sees what it draws; imported by faces."""
