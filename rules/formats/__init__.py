"""The ways to play an event: one module each, which answers every question about it."""
