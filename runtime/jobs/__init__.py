"""Jobs: their queue and workers, the relay to a broker, the clock, subprocesses and letters."""
