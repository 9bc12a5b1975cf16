"""A position as a picture: SVG for page and paper, and plain text."""
