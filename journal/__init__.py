"""The memory: every change goes in by one door, in order, and is never edited. Knows no tournament."""
