"""Questions about positions: entered, ruled, looked at by an engine."""
