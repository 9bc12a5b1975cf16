"""The referee: a match record judged move by move, and the scenes of a recorded game."""
