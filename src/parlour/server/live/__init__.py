"""The work between requests: news for spectators, clocks, computer players, and the process that solves games."""
