"""Webhooks of a club: set up, tried, turned off; their deliveries collected and sent."""
