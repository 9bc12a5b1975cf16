"""What people type: the desk's entry line, pasted entry lists, match lengths."""
