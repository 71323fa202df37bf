"""The common parts of tournaments and evaluations: frozen settings, crash-safe files, engines, matches and losses."""
