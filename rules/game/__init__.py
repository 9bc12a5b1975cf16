"""Play: the board, the plays of a roll, the cube, a game to play, and the referee of recorded games."""
