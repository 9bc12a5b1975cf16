"""Draws and rounds against other programs, which the bench installs for itself."""
