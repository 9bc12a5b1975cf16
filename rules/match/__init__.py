"""Points, away, Crawford and Holland: what a match score can be."""
