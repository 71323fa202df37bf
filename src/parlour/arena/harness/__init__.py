"""What tournaments and evaluations share: frozen settings, files that survive a crash, engines, matches and losses."""
