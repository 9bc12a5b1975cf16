"""The memory: every change is recorded in order and never edited. It knows nothing of tournaments."""
