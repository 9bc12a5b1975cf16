"""The game: the board, the plays of a roll, the cube, a game to play, and the record of a match."""
