"""Tests that start real server processes and send them HTTP requests, as programs and desks do."""
