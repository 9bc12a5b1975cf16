"""The switch of languages."""
