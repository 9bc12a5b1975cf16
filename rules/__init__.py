"""The rule book of backgammon: pure values in, values or a named refusal out."""
