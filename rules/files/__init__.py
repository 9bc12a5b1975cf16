"""Match files: text in, a record out, and back. What is read is never judged here."""
