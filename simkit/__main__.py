"""Lets ``python -m simkit`` stand for the command `simkit`."""

from simkit.cli import main

main()
