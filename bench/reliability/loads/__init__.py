"""Figures of a busy or hostile hall: what many do at once."""
