"""Health: what this process counts, whether it may serve, what a director must know, and errors that are no defects."""
