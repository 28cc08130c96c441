"""What is true of every game: chance, compiled kernels, the loop, the trace. Knows no game."""
