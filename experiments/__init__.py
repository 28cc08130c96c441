"""Studies as TOML files, one folder a game."""
