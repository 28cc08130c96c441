"""Many games: a study becomes a plan, a plan is played part by part, rows lie on disk. Knows no strategy and draws nothing."""
