"""Scripted players of Spell Smashers, one idea a file; what they share is how to look at words, battles and the town."""
