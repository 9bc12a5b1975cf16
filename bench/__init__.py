"""Benches: what must be fast, measured against a bound. ``bin/bench`` runs them."""
