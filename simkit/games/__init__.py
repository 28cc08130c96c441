"""The games: one folder each, found by their `GAME`. Games never import each other."""
