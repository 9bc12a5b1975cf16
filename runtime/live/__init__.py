"""Live updates: the change feed, and the streams of server-sent events."""
