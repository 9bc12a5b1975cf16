"""Pairing round by round: matching, Swiss by losses, fixed rounds, round robin, and the standings they need."""
