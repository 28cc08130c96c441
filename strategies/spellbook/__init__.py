"""Scripted players of Spellbook, one idea a file; `outlook` holds what several of them look at."""
