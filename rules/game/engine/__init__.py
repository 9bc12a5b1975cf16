"""The engine for every game: steps, duties, stages and ends, whatever the geometry and the contact."""
