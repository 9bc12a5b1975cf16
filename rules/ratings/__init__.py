"""Ratings and points: FIBS and its kin, Glicko-2, points by place. Source: docs/rules/ratings.md."""
