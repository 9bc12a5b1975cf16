"""Tests that start real server processes and speak HTTP with them, as programs and desks do."""
