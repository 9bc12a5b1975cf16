"""Backups: complete copies, made by the clock or by hand."""
