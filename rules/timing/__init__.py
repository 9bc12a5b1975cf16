"""How long an event takes, when each match is expected, what holds up the most."""
