"""Scripted players: general ones here, those of one game in a folder of its name."""
