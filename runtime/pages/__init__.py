"""Public pages: their ETags and their cache."""
