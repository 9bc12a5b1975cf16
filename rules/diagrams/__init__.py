"""A position as a picture: SVG for screen and paper, and plain text."""
