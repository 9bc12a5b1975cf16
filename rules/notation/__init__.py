"""The field's ways to write a whole position: Position ID, Match ID, XGID, ascending numbers."""
