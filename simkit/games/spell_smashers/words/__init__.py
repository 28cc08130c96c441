"""Words: the list that comes with the game or a list of one's own, its search structure, and what finds words in it."""
