"""Cards that a director hands out or puts up: badges, cards for the tables, certificates."""
