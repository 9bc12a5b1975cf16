"""The match: points, away, Crawford and Holland, and what a score can be."""
