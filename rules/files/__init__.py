"""Match files: from text to a record and back. Nothing is judged here."""
