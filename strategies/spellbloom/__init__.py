"""Scripted players of Spellbloom, one idea a file."""
