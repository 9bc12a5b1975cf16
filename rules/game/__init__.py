"""The game itself: the board, the play of a roll, the cube, and the referee who judges a record of them."""
