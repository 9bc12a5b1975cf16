"""The end of a race: exact values while both sides bear off at most six checkers and nobody can be hit."""
