"""The drawing of a bracket, for paper, screen and wall."""
