"""The machine room: server, threads, caches, live stream, jobs, clock, backups. Knows no club and no tournament."""
