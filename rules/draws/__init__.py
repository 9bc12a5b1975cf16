"""Draws: a plan of slots and feeds, and what follows from it and the facts."""
