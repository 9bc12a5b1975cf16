"""Requests that this site sends to addresses that people entered, and how they are signed."""
