"""Scripted players of Blume, one idea a file; what they share stands in `judging`."""
