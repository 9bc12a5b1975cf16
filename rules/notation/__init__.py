"""The usual ways to write a whole position: Position ID, Match ID and XGID; and ascending numbers."""
