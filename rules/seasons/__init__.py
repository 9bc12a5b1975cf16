"""Seasons: races over the nights of a club, of which the best count. Source: docs/rules/seasons.md."""
